# One image per part: docker build --build-arg PART=order-service .
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY . .
ARG PART
RUN --mount=type=cache,target=/root/.m2 \
    mvn -q -B -Dquick -Dmaven.test.skip -pl "$PART" -am package \
 && mvn -q -B -Dquick -pl "$PART" -am dependency:copy-dependencies -DincludeScope=runtime \
      -DoutputDirectory=/out/lib -Dmdep.useSubDirectoryPerArtifact=false \
 && cp "$PART"/target/"$PART"-*.jar /out/part.jar \
 && rm -f /out/lib/"$PART"-*.jar

FROM eclipse-temurin:25-jre
# A named volume takes over the owner of the folder it is mounted on.
RUN useradd --system --uid 10001 --no-create-home plaza && install -d -o plaza /log /keys /books
WORKDIR /app
COPY --from=build /out/lib lib
COPY --from=build /out/part.jar part.jar
ARG MAIN
ENV MAIN=${MAIN}
USER 10001
# The heap follows the container's memory; exit on out of memory, so that the orchestrator restarts it.
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=70 -XX:+ExitOnOutOfMemoryError -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED"
ENTRYPOINT ["sh", "-c", "exec java -cp 'part.jar:lib/*' \"$MAIN\" \"$@\"", "plaza"]

@echo off
rem Plaza's one tool on Windows: the same launcher as ./plaza. Run "plaza build" after changing code.
setlocal
set "PLAZA_CWD=%CD%"
cd /d "%~dp0"
if not defined PLAZA_DATA set "PLAZA_DATA=.data"
if not defined JAVA_HOME (
  echo Plaza needs a JDK 25: set JAVA_HOME to it.
  exit /b 1
)
findstr /b /c:"JAVA_VERSION=\"25" "%JAVA_HOME%\release" >nul 2>&1
if errorlevel 1 (
  echo Plaza needs a JDK 25, and JAVA_HOME names another: %JAVA_HOME%
  exit /b 1
)
if "%1"=="test" (
  call mvn -B -ntp -fae verify
  exit /b %errorlevel%
)
if "%1"=="build" goto build
if not exist dev\target\classpath.txt goto build
:run
for %%j in (dev\target\dev-*.jar) do set "LAUNCHER=%%j"
set /p DEPENDENCIES=<dev\target\classpath.txt
"%JAVA_HOME%\bin\java" -XX:+UseSerialGC -Xmx256m "-Dplaza.data=%PLAZA_DATA%" -cp "%LAUNCHER%;%DEPENDENCIES%" dev.plaza.dev.launcher.Plaza %*
exit /b %errorlevel%
:build
echo Building...
call mvn -q -B -ntp -Dquick -Dmaven.test.skip package
if errorlevel 1 exit /b 1
if "%1"=="build" exit /b 0
goto run

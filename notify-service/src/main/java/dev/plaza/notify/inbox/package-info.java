/// What a user finds in the app: exact counts, and a live stream that resumes.
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.plaza.notify.inbox;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;

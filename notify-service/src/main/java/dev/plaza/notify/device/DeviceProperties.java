package dev.plaza.notify.device;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param privateEndpoints whether Web Push may go to any host, e.g. a simulator on this machine
@ConfigurationProperties("notify.devices")
record DeviceProperties(@DefaultValue("false") boolean privateEndpoints) {}

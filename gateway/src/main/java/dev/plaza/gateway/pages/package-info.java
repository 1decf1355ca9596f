/// What a person sees: start page, status of the parts, joined OpenAPI and its UI.
@NullMarked
package dev.plaza.gateway.pages;

import org.jspecify.annotations.NullMarked;

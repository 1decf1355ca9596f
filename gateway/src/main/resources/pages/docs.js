SwaggerUIBundle({
  url: '/openapi',
  dom_id: '#ui',
  deepLinking: true,
  docExpansion: 'list',
  persistAuthorization: true,
  validatorUrl: null,
});

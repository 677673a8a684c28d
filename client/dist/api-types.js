// Made from the OpenAPI document by `npm run api-types`; a test fails when it is not current. Do not edit.
export {};

// The types of the API and of its events, made from their descriptions. The maker brings a TypeScript of its own, so this
// lives in the package that has it.

import openapiTypes, { astToString } from 'openapi-typescript'

const heading = '// Made by `npm run generate`. Do not edit.\n\n'

export async function describeTypes(openapi: object): Promise<string> {
  // It changes what it is given.
  const document = structuredClone(openapi) as never
  return heading + astToString(await openapiTypes(document, { defaultNonNullable: false }))
}

/** The schemas of AsyncAPI are those of OpenAPI. */
export function describeEventTypes(asyncapi: object): Promise<string> {
  const { components, info } = asyncapi as { components: { schemas: object }; info: object }
  return describeTypes({ openapi: '3.1.0', info, paths: {}, components: { schemas: components.schemas } })
}

// The types of the API, made from its description. The maker brings a TypeScript of its own, so it lives in this package.

import openapiTypes, { astToString } from 'openapi-typescript'

const heading = '// Made by `npm run generate` from server/openapi.json. Do not edit.\n\n'

export async function describeTypes(openapi: object): Promise<string> {
  return (
    heading +
    astToString(await openapiTypes(structuredClone(openapi) as never, { defaultNonNullable: false }))
  )
}

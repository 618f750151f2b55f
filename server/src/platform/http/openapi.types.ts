// The parts of the OpenAPI document that are completed.

/** A JSON Schema, or a part of the document. */
export interface Node {
  [name: string]: unknown
}
export interface Operation {
  operationId: string
  description?: string
  tags?: string[]
  parameters?: Node[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Node }> }
  responses: Record<string, Response>
  security?: object[]
  /** Facts of the route for this file, removed from the document. */
  'x-route'?: RouteFacts
}
export interface Response {
  description: string
  headers?: Node
  content?: Record<string, { schema: Node }>
}
export interface RouteFacts {
  /** The document that a PATCH changes, if it is not the body of the PUT. */
  patches?: object | undefined
  /** Other media types of a successful response. */
  mediaTypes?: readonly string[] | undefined
  /** All fields of the body are optional, and so is the body. */
  hasOptionalBody?: boolean
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Node>; headers?: Node; parameters?: Node; responses?: Node }
}

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })
export const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })

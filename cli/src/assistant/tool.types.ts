import type { Rastro } from '@rastro/client'
import type { z } from 'zod'

/** What an assistant can call. The answer is plain data of bounded size. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string
  title: string
  description: string
  input: Input
  /** True: it changes something, and is offered only if changes are allowed. */
  changes?: true
  run(rastro: Rastro, input: z.infer<Input>): Promise<object>
}

/** Infers the input of `run` from the schema. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool
}

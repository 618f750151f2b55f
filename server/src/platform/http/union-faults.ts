// A value that fits no branch of a union fails once per branch. This keeps the errors of the branch that was meant, or
// one error with everything that is allowed.

import type { ErrorObject } from 'ajv/dist/2020.js'
import { maxFaults } from './schema-faults.ts'

/** The errors of a value in one branch. */
export type FindErrors = (branch: object, value: unknown) => ErrorObject[]

interface Branch {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Branch[]
  properties?: Record<string, Branch>
}

/** Replaces the errors of all branches of each union. */
export function resolveUnions(errors: ErrorObject[], findIn: FindErrors): ErrorObject[] {
  let kept: ErrorObject[] = []
  let resolved = 0
  for (const error of errors) {
    if (error.keyword !== 'anyOf') {
      kept.push(error)
      continue
    }
    // The errors of the branches precede the error of the union.
    kept = kept.filter(({ instancePath }) => !isWithin(instancePath, error.instancePath))
    if (resolved++ === maxFaults) break
    kept.push(...ofUnion(error, findIn))
  }
  return kept
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`)
}

function ofUnion(union: ErrorObject, findIn: FindErrors): ErrorObject[] {
  // A union of unions, like an optional value of a few, is one list.
  const branches = (union.schema as Branch[]).flatMap((branch) => branch.anyOf ?? [branch])
  const { data } = union
  const literals = branches.flatMap(literalsOf)
  const isLiteral = (branch: Branch) => literalsOf(branch).length > 0 || branch.type === 'null'
  if (branches.every(isLiteral)) {
    const orNull = branches.some(({ type }) => type === 'null') ? ['null'] : []
    return [{ ...union, message: `must be one of ${[...literals, ...orNull].join(', ')}` }]
  }
  const fitting = branches.filter((branch) => !isLiteral(branch) && isOfType(branch, data))
  if (fitting.length === 0) return [{ ...union, message: `must be ${allowedTypes(branches)}` }]
  const chosen = fitting.length === 1 ? fitting[0]! : byDiscriminator(fitting, data)
  if ('allowed' in chosen) {
    const instancePath = `${union.instancePath}/${chosen.name}`
    return [{ ...union, instancePath, message: `must be one of ${chosen.allowed.join(', ')}` }]
  }
  const inner = resolveUnions(findIn(chosen, data), findIn)
  return inner.map((error) => ({ ...error, instancePath: union.instancePath + error.instancePath }))
}

/** The branch whose literal field has the value of the data, like the `op` of a patch; otherwise the first. */
function byDiscriminator(branches: Branch[], data: unknown): Branch | { name: string; allowed: unknown[] } {
  const [first] = branches
  const name = Object.keys(first?.properties ?? {}).find((key) =>
    branches.every(({ properties }) => properties?.[key]?.const !== undefined),
  )
  if (name === undefined) return first!
  const literalOf = ({ properties }: Branch) => properties?.[name]?.const
  const given = (data as Record<string, unknown>)[name]
  return branches.find((branch) => literalOf(branch) === given) ?? { name, allowed: branches.map(literalOf) }
}

function literalsOf(branch: Branch): unknown[] {
  return branch.enum ?? ('const' in branch ? [branch.const] : [])
}

function isOfType({ type }: Branch, data: unknown): boolean {
  if (type === undefined) return true
  if (type === 'array') return Array.isArray(data)
  if (type === 'integer') return typeof data === 'number'
  return type === typeof data && data !== null && !Array.isArray(data)
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function allowedTypes(branches: Branch[]): string {
  const names = branches.map((branch) => literalsOf(branch).join(', ') || typeNames[branch.type ?? ''])
  const unique = [...new Set(names)]
  return unique.length > 1 ? `${unique.slice(0, -1).join(', ')} or ${unique.at(-1)}` : unique.join()
}

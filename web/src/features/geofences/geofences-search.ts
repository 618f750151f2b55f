export const tools = ['polygon', 'rectangle', 'circle', 'corridor'] as const
export type Tool = (typeof tools)[number]

export interface GeofencesSearch {
  /** Part of the name. */
  q?: string
  /** A tag's name, or `name:value`. */
  tag?: string
  /** The import dialog is open. */
  import?: true
}

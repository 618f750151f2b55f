export const connectSteps = ['kind', 'name', 'wait'] as const
export type ConnectStep = (typeof connectSteps)[number]

/** The step is in the URL, so that a reload returns to it. */
export interface ConnectSearch {
  step?: ConnectStep
  kind?: string
  device?: string
}

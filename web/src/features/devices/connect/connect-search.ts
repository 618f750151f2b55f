export const connectSteps = ['kind', 'name', 'wait'] as const
export type ConnectStep = (typeof connectSteps)[number]

/** Where one stands is in the address: whoever has to look for the tracker first comes back to the same step. */
export interface ConnectSearch {
  step?: ConnectStep
  kind?: string
  device?: string
}

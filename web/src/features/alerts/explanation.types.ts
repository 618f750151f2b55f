/** The response of GET /api/alerts/{id}/explanation. Reported alerts have neither a rule nor locations. */
export interface Explanation {
  summary?: string
  rule?: {
    id: string
    name: string
    type: string
    version: number
    settings?: Record<string, unknown>
    accuracyM?: number
  }
  location?: Record<string, unknown>
  before?: Record<string, unknown>
  memory?: unknown
  facts?: Record<string, unknown>
}

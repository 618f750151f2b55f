/** What a receiver said, or why it said nothing. */
export interface Answer {
  /** Absent where none came. */
  status: number | null
  error: string | null
  /** The beginning of the body. */
  excerpt: string | null
  retryAfter: string | null
  tookMs: number
}

import { InvalidArgumentError } from 'commander'

/** Parses a time option. */
export function readTime(text: string): Date {
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError('Must be a time like 2026-11-15T12:00:00Z.')
}

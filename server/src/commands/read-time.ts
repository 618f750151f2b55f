import { InvalidArgumentError } from 'commander'

/** An option's value that is a time. */
export function readTime(text: string): Date {
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError('It must be a time like 2026-11-15T12:00:00Z.')
}

// Distances and times in lists.

export function kilometresOf(metres: number): string {
  return (metres / 1_000).toFixed(1)
}

/** 27:05 hours and minutes. */
export function hoursOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

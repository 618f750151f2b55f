import { useEffect, useState } from 'react'

/** The time in steps, for what would be too expensive to render every second. */
export function useNowEvery(stepMs: number): number {
  const now = () => Math.floor(Date.now() / stepMs) * stepMs
  const [nowMs, setNowMs] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Math.floor(Date.now() / stepMs) * stepMs), stepMs / 4)
    return () => clearInterval(timer)
  }, [stepMs])
  return nowMs
}

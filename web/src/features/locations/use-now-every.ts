import { useEffect, useState } from 'react'

/** The time in steps, for what would be too expensive to render every second. */
export function useNowEvery(stepMs: number): number {
  const [nowMs, setNowMs] = useState(() => lastStepMs(stepMs))
  useEffect(() => {
    const timer = setInterval(() => setNowMs(lastStepMs(stepMs)), stepMs / 4)
    return () => clearInterval(timer)
  }, [stepMs])
  return nowMs
}

function lastStepMs(stepMs: number): number {
  return Math.floor(Date.now() / stepMs) * stepMs
}

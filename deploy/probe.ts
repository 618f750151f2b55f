// Asks whatever roles run beside it how they are: `probe.ts live` or `probe.ts ready`. Ends with 0 only where all is well.
// Each role has its own port; one that nobody listens on belongs to a role that runs elsewhere.

const first = Number(process.env.RASTRO_METRICS_PORT ?? 9464)
const path = process.argv[2] === 'ready' ? '/readyz' : '/healthz'
const roles = 5

const asked = Array.from({ length: roles }, async (_, index) => {
  try {
    const signal = AbortSignal.timeout(4_000)
    const answer = await fetch(`http://127.0.0.1:${first + index}${path}`, { signal })
    return answer.ok ? 'well' : 'unwell'
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'unwell' : 'absent'
  }
})
const answers = await Promise.all(asked)
process.exitCode = answers.includes('well') && !answers.includes('unwell') ? 0 : 1

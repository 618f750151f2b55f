// Probes all local roles: `probe.ts live` or `probe.ts ready`. Exits with 0 only if all are healthy.
// Each role has its own port; a closed port belongs to a role that runs elsewhere.

const first = Number(process.env.RASTRO_METRICS_PORT ?? 9464)
const path = process.argv[2] === 'ready' ? '/readyz' : '/healthz'
const roles = 6

const probes = Array.from({ length: roles }, async (_, index) => {
  try {
    const signal = AbortSignal.timeout(4_000)
    const answer = await fetch(`http://127.0.0.1:${first + index}${path}`, { signal })
    return answer.ok ? 'healthy' : 'unhealthy'
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'unhealthy' : 'absent'
  }
})
const answers = await Promise.all(probes)
process.exitCode = answers.includes('healthy') && !answers.includes('unhealthy') ? 0 : 1

// Runs in the page, before anything else: records what the browser reports as long tasks.

globalThis.longTasks = []
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    globalThis.longTasks.push({ at: startTime, ms: duration })
}).observe({ type: 'longtask', buffered: true })

globalThis.longestTaskSince = (from) =>
  Math.max(0, ...globalThis.longTasks.filter(({ at }) => at >= from).map(({ ms }) => ms))

/** The age of the page when the whole fleet is listed. */
globalThis.whenWhole = (devices) =>
  document.querySelectorAll(`[role=option][aria-setsize="${devices}"]`).length > 5 && performance.now()

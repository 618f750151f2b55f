// Runs in the page, before anything else: records what the browser reports as long tasks.

globalThis.longTasks = []
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    globalThis.longTasks.push({ at: startTime, ms: duration })
}).observe({ type: 'longtask', buffered: true })

globalThis.longestTaskSince = (from) =>
  Math.max(0, ...globalThis.longTasks.filter(({ at }) => at >= from).map(({ ms }) => ms))

/** Resolves with the age of the page when the whole fleet is counted and listed. */
globalThis.whenWhole = (count) =>
  document.querySelector('section')?.textContent?.includes(count) &&
  document.querySelectorAll('[role=option]').length > 5 &&
  performance.now()

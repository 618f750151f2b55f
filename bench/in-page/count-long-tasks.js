// Runs in the page, before anything else: what the browser itself calls a long task is kept.

globalThis.longTasks = []
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    globalThis.longTasks.push({ at: startTime, ms: duration })
}).observe({ type: 'longtask', buffered: true })

globalThis.longestTaskSince = (from) =>
  Math.max(0, ...globalThis.longTasks.filter(({ at }) => at >= from).map(({ ms }) => ms))

/** When the whole fleet is counted and rows of it are there: how long the page has lived. */
globalThis.whenWhole = (count) =>
  document.querySelector('section')?.textContent?.includes(count) &&
  document.querySelectorAll('[role=option]').length > 5 &&
  performance.now()

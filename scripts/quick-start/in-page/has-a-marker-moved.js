// Runs in the page, before anything else: reports whether a marker has had three positions since the first call.
// Reads the map itself, which React knows: the product has no API for tests.
globalThis.hasAMarkerMoved = () => {
  const element = document.querySelector('[data-testid=map]')
  const key = Object.keys(element ?? {}).find((name) => name.startsWith('__reactFiber$'))
  let map
  for (let fiber = element?.[key]; fiber && !map; fiber = fiber.return) map = fiber.memoizedProps?.value?.map
  const layers = ['fleet-devices', 'selected-device'].filter((layer) => map?.getLayer?.(layer))
  if (layers.length === 0) return false
  globalThis.markersSeen = globalThis.markersSeen ?? {}
  for (const { properties, geometry } of map.queryRenderedFeatures({ layers })) {
    const positions = globalThis.markersSeen[properties.name] ?? []
    globalThis.markersSeen[properties.name] = positions
    const position = geometry.coordinates.join()
    if (positions.at(-1) !== position) positions.push(position)
    if (positions.length >= 3) return true
  }
  return false
}

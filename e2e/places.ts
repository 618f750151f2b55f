// Every address of the interface, with something real in it where it takes a name.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const features = fileURLToPath(new URL('../web/src/', import.meta.url))

/** As the routes are written: `/history/$deviceId`. Those of the settings come without what stands before them. */
export function listRoutes(): string[] {
  return globSync('**/*.route.tsx', { cwd: features }).flatMap((file) => {
    const routes = readFileSync(`${features}${file}`, 'utf8').split('createRoute(').slice(1)
    return routes.flatMap((text) => {
      const path = /path: '([^']+)'/.exec(text)?.[1]
      const parent = /getParentRoute: \(\) => (\w+)/.exec(text)?.[1]
      if (path === undefined || path === '/') return []
      return [parent === 'settingsRoute' ? `/settings/${path.replace(/^[/]/, '')}` : path]
    })
  })
}

/** With the things that the route's gaps name: `$deviceId` wants a `deviceId`. */
export function pathOf(route: string, things: Record<string, string>): string {
  return route.replace(/\$(\w+)/g, (_, name: string) => {
    const thing = things[name]
    if (thing === undefined) throw new Error(`${route} wants a ${name}, and nobody made one`)
    return thing
  })
}

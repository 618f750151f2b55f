// The paths of all views. views.json is generated from the registry of the web interface.

import views from './views.json' with { type: 'json' }

export { views }

/** Fills the parameters of a path: `$deviceId` takes `values.deviceId`. */
export function pathOf(view: string, values: Record<string, string>): string {
  return view.replace(/\$(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${view} needs a value for ${name}`)
    return value
  })
}

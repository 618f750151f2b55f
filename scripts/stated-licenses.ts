// Licenses of packages that state theirs in a file only, not in their description. By name and version, as read there.

export const statedLicenses: Record<string, string> = {
  'png-js@2.0.0': 'MIT',
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'streamsearch@0.1.2': 'MIT',
}

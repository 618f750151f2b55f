// Licenses of packages that state theirs in a file only, not in their description. By name and version, as read there.

export const statedLicenses: Record<string, string> = { 'png-js@2.0.0': 'MIT' }

// Texts of frequent commands for protocols whose commands contain a password that only the owner knows.

export const templateNames = ['position', 'reboot', 'outputOn', 'outputOff'] as const
export type TemplateName = (typeof templateNames)[number]

/** @Track Air Interface Protocol: GTRTO, real time operation, and GTOUT, digital output. The server adds the serial. */
const queclink: Record<TemplateName, string> = {
  position: 'AT+GTRTO=PASSWORD,1,,,,,,',
  reboot: 'AT+GTRTO=PASSWORD,3,,,,,,',
  outputOn: 'AT+GTOUT=PASSWORD,1,,,0,0,0,0,0,0,0,,,,,,,',
  outputOff: 'AT+GTOUT=PASSWORD,0,,,0,0,0,0,0,0,0,,,,,,,',
}

/** The factory password of Queclink trackers is the model in lower case, without its variant: gv300 for a GV300W. */
export function templatesOf(
  protocol: string | null,
  model: string | null,
): Record<TemplateName, string> | undefined {
  if (protocol?.toLowerCase() !== 'queclink') return undefined
  const password = /\b(g[a-z]{1,2}\d{2,3})/i.exec(model ?? '')?.[1]?.toLowerCase() ?? 'PASSWORD'
  const filled = templateNames.map((name) => [name, queclink[name].replace('PASSWORD', password)])
  return Object.fromEntries(filled) as Record<TemplateName, string>
}

// The cause of an alarm: the type of BO01, or the command itself in the comma-separated form.
import type { AlarmName } from '../alarm-names.ts'

/** Type 4, too slow, has no alarm name. */
const byType: Readonly<Record<string, AlarmName>> = {
  0: 'powerCut',
  1: 'crash',
  2: 'sos',
  // Anti-theft: the unit was shaken.
  3: 'vibration',
  5: 'overspeed',
  6: 'geofenceExit',
}

/** From open implementations only. Each event has three codes: with a position, buffered, with cells. */
const byCommand: ReadonlyMap<string, AlarmName> = new Map([
  ...ofEvent('movement', 'ZC11', 'DW31', 'DW51'),
  ...ofEvent('lowBattery', 'ZC12', 'DW32', 'DW52'),
  ...ofEvent('powerCut', 'ZC13', 'DW33', 'DW53'),
  ...ofEvent('ignitionOn', 'ZC15', 'DW35', 'DW55'),
  ...ofEvent('ignitionOff', 'ZC16', 'DW36', 'DW56'),
  // It was removed.
  ...ofEvent('tampering', 'ZC17', 'DW37', 'DW57'),
  ...ofEvent('sos', 'ZC25', 'DW3E', 'DW5E'),
  ...ofEvent('tampering', 'ZC26', 'DW3F', 'DW5F'),
  ...ofEvent('lowPower', 'ZC27', 'DW40', 'DW60'),
])

/** Of one digit. */
export function alarmOfType(type: string): AlarmName | undefined {
  return byType[type]
}

export function alarmOfCommand(command: string): AlarmName | undefined {
  return byCommand.get(command)
}

/** For simulated trackers. */
export function typeOf(alarm: AlarmName | undefined): string | undefined {
  return Object.keys(byType).find((type) => byType[type] === alarm)
}

function ofEvent(alarm: AlarmName, ...commands: string[]): (readonly [string, AlarmName])[] {
  return commands.map((command) => [command, alarm] as const)
}

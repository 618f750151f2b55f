// Inputs that several tools share. All are bounded: assistants repeat calls.

import type { Rastro } from '@rastro/client'
import { z } from 'zod'
import { findDevice, findGroup } from '../finding.ts'

export const deviceText = z.string().min(1).max(200).describe('Name, identifier (IMEI) or id (dev_…)')
export const groupText = z.string().min(1).max(200).describe('Only devices of this group: name or id (grp_…)')
export const instant = z.iso.datetime({ offset: true }).describe('For example 2026-11-15T08:00:00Z')
export const day = z.iso.date().describe('For example 2026-11-15, in the time zone of the account')
export const limitOf = (most: number, usual: number) => z.int().min(1).max(most).default(usual)
export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)

export async function groupIdOf(rastro: Rastro, group: string | undefined): Promise<string | undefined> {
  return group === undefined ? undefined : (await findGroup(rastro, group)).id
}

export async function deviceIdOf(rastro: Rastro, device: string | undefined): Promise<string | undefined> {
  return device === undefined ? undefined : (await findDevice(rastro, device)).id
}

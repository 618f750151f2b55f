// The colours of the map. Labels have a contrast of at least 4.5:1, which a test checks.
import type { Theme } from './look.ts'

export type Palette = {
  water: string
  land: string
  coastGlow: string
  river: string
  border: string
  stateLine: string
  green: string
  road: string
  roadEdge: string
  highway: string
  highwayEdge: string
  building: string
  countryLabel: string
  stateLabel: string
  townLabel: string
  townDot: string
  seaLabel: string
}

export const palettes: Record<Theme, Palette> = {
  light: {
    water: '#cfdfe9',
    land: '#f4f3ee',
    coastGlow: '#e2ecf2',
    river: '#b7cfde',
    border: '#a3a9b2',
    stateLine: '#cdd0d3',
    green: '#e6ecdd',
    road: '#ffffff',
    roadEdge: '#cfccc1',
    highway: '#fbe7b4',
    highwayEdge: '#d3bd83',
    building: '#e9e7e0',
    countryLabel: '#424a56',
    stateLabel: '#5c626c',
    townLabel: '#4d545f',
    townDot: '#7b828d',
    seaLabel: '#3f637d',
  },
  dark: {
    water: '#0e141b',
    land: '#1a222c',
    coastGlow: '#131c26',
    river: '#22384a',
    border: '#4a5663',
    stateLine: '#2f3a46',
    green: '#1b2a29',
    road: '#323e4b',
    roadEdge: '#10161d',
    highway: '#4f4a3a',
    highwayEdge: '#10161d',
    building: '#202a35',
    countryLabel: '#b6bfca',
    stateLabel: '#8f99a6',
    townLabel: '#a7b0bc',
    townDot: '#6f7a87',
    seaLabel: '#7291a9',
  },
}

// Names of oceans and large seas. Written for Rastro: no package has them in three languages.
import { nameProperties, point } from './sources.ts'

type Sea = [en: string, es: string, pt: string, longitude: number, latitude: number]

const oceans: Sea[] = [
  ['Atlantic Ocean', 'Océano Atlántico', 'Oceano Atlântico', -40, 28],
  ['Atlantic Ocean', 'Océano Atlántico', 'Oceano Atlântico', -16, -22],
  ['Pacific Ocean', 'Océano Pacífico', 'Oceano Pacífico', -150, 24],
  ['Pacific Ocean', 'Océano Pacífico', 'Oceano Pacífico', -118, -22],
  ['Pacific Ocean', 'Océano Pacífico', 'Oceano Pacífico', 165, 22],
  ['Indian Ocean', 'Océano Índico', 'Oceano Índico', 78, -22],
  ['Southern Ocean', 'Océano Antártico', 'Oceano Antártico', -12, -60],
  ['Southern Ocean', 'Océano Antártico', 'Oceano Antártico', 100, -61],
  ['Arctic Ocean', 'Océano Ártico', 'Oceano Ártico', -165, 80],
  ['Arctic Ocean', 'Océano Ártico', 'Oceano Ártico', 0, 82],
]

const seas: Sea[] = [
  ['Caribbean Sea', 'Mar Caribe', 'Mar do Caribe', -75, 14.8],
  ['Gulf of Mexico', 'Golfo de México', 'Golfo do México', -90, 25.2],
  ['Mediterranean Sea', 'Mar Mediterráneo', 'Mar Mediterrâneo', 18, 34.6],
  ['Black Sea', 'Mar Negro', 'Mar Negro', 34.5, 43.1],
  ['Red Sea', 'Mar Rojo', 'Mar Vermelho', 38.2, 20.3],
  ['Arabian Sea', 'Mar Arábigo', 'Mar Arábico', 64, 15],
  ['Bay of Bengal', 'Golfo de Bengala', 'Golfo de Bengala', 88.5, 14],
  ['South China Sea', 'Mar de China Meridional', 'Mar da China Meridional', 114.5, 14.5],
  ['Philippine Sea', 'Mar de Filipinas', 'Mar das Filipinas', 132, 19],
  ['Sea of Japan', 'Mar del Japón', 'Mar do Japão', 134.8, 40],
  ['Sea of Okhotsk', 'Mar de Ojotsk', 'Mar de Okhotsk', 149.5, 54],
  ['Bering Sea', 'Mar de Bering', 'Mar de Bering', -176, 57.5],
  ['Coral Sea', 'Mar del Coral', 'Mar de Coral', 155, -17.5],
  ['Tasman Sea', 'Mar de Tasmania', 'Mar da Tasmânia', 160, -38.5],
  ['Hudson Bay', 'Bahía de Hudson', 'Baía de Hudson', -85.5, 59.5],
  ['Labrador Sea', 'Mar del Labrador', 'Mar do Labrador', -54, 58.5],
  ['North Sea', 'Mar del Norte', 'Mar do Norte', 3.2, 56.3],
  ['Baltic Sea', 'Mar Báltico', 'Mar Báltico', 19.4, 57],
  ['Norwegian Sea', 'Mar de Noruega', 'Mar da Noruega', 2, 67.5],
  ['Barents Sea', 'Mar de Barents', 'Mar de Barents', 40, 74],
  ['Bay of Biscay', 'Golfo de Vizcaya', 'Golfo da Biscaia', -4.8, 45.2],
  ['Gulf of Guinea', 'Golfo de Guinea', 'Golfo da Guiné', 3.5, 1.8],
  ['Mozambique Channel', 'Canal de Mozambique', 'Canal de Moçambique', 41, -18.5],
  ['Scotia Sea', 'Mar del Scotia', 'Mar de Scotia', -45, -57],
]

function labels(list: Sea[], kind: 'ocean' | 'sea', mz: number): GeoJSON.Feature[] {
  return list.map(([en, es, pt, longitude, latitude]) =>
    point([longitude, latitude], { ...nameProperties({ en, es, pt }), kind, mz }),
  )
}

export function seaLabels(): GeoJSON.Feature[] {
  return [...labels(oceans, 'ocean', 1), ...labels(seas, 'sea', 3)]
}

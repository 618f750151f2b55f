// Routes on foot, on skis and over ice.

export const trails = {
  Aneto: `
    42.620 0.655 Hospital de Benasque
    42.640 0.660 La Besurta
    42.652 0.650 La Renclusa
    42.645 0.665 Portillón
    42.631 0.657 Aneto
  `,
  Ordesa: `
    42.650 -0.060 Pradera
    42.645 -0.030 Cascadas
    42.650 0.000 Cola de Caballo
    42.665 0.013 Góriz
    42.675 0.034 Monte Perdido
  `,
  Vignemale: `
    42.707 -0.130 Bujaruelo
    42.730 -0.120
    42.760 -0.115 Bernatuara
    42.774 -0.147 Vignemale
  `,
  Aigüestortes: `
    42.580 0.960 Espot
    42.575 1.000 Sant Maurici
    42.577 0.980 Encantats
    42.580 0.940 Portarró
    42.566 0.900 Estany Llong
  `,
  'Val d’Aran': `
    42.700 0.930 Baqueira
    42.690 0.960
    42.660 0.980 Saboredo
    42.640 0.960 Colomers
  `,
  Candanchú: `
    42.790 -0.530 Candanchú
    42.800 -0.510 Somport
    42.780 -0.490 Canfranc
    42.760 -0.440 Canal Roya
    42.770 -0.430 Anayet
  `,
  'Picos de Europa': `
    43.150 -4.810 Fuente Dé
    43.180 -4.830 Áliva
    43.195 -4.840 Horcados Rojos
    43.200 -4.815 Urriellu
  `,
  'Greenland icecap': `
    67.100 -50.200 Kangerlussuaq
    66.960 -49.000
    66.700 -47.000
    66.480 -46.280 Dye 2
    66.300 -44.000
    66.150 -42.000
    65.950 -40.500
    65.750 -39.500 Isortoq
  `,
  Svalbard: `
    78.190 15.750 Longyearbyen
    78.150 16.200 Adventdalen
    78.100 16.900 Sassendalen
    78.230 17.400
    78.350 17.900 Tempelfjorden
    78.400 18.600 Rabotbreen
    78.300 18.900
    78.150 18.400
  `,
  Aconcagua: `
    -32.810 -69.942 Horcones
    -32.750 -69.960 Confluencia
    -32.700 -69.990
    -32.650 -70.040 Plaza de Mulas
    -32.640 -70.020 Nido de Cóndores
  `,
  'Torres del Paine': `
    -50.970 -72.870 Las Torres
    -50.950 -72.900
    -51.040 -72.960 Los Cuernos
    -51.060 -73.050 Francés
    -51.020 -73.060 Británico
  `,
} as const

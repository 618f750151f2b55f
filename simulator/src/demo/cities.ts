// Delivery areas of the vans: a depot first, then quarters of the town.

export const cities = {
  Madrid: `
    40.374 -3.662 Mercamadrid
    40.408 -3.692 Atocha
    40.425 -3.690 Colón
    40.427 -3.704 Bilbao
    40.447 -3.704 Cuatro Caminos
    40.467 -3.690 Plaza de Castilla
    40.479 -3.711 Barrio del Pilar
    40.462 -3.652 Arturo Soria
    40.437 -3.652 Ventas
    40.426 -3.612 San Blas
    40.398 -3.654 Vallecas
    40.386 -3.716 Usera
    40.381 -3.744 Carabanchel
    40.397 -3.759 Aluche
    40.422 -3.712 Plaza de España
    40.348 -3.829 Alcorcón
    40.323 -3.766 Leganés
    40.308 -3.732 Getafe
  `,
  Barcelona: `
    41.344 2.125 Zona Franca
    41.375 2.149 Sants
    41.380 2.175 Raval
    41.387 2.170 Plaça Catalunya
    41.398 2.161 Diagonal
    41.403 2.174 Sagrada Família
    41.404 2.190 Glòries
    41.402 2.206 Poblenou
    41.422 2.187 La Sagrera
    41.428 2.170 Horta
    41.402 2.152 Gràcia
    41.394 2.128 Les Corts
    41.361 2.100 L’Hospitalet
    41.448 2.215 Santa Coloma
    41.450 2.245 Badalona
  `,
  Lisboa: `
    38.796 -9.113 Prior Velho
    38.770 -9.098 Olivais
    38.750 -9.130 Areeiro
    38.737 -9.146 Saldanha
    38.720 -9.145 Avenida
    38.712 -9.138 Baixa
    38.710 -9.160 Lapa
    38.706 -9.205 Restelo
    38.748 -9.185 Benfica
    38.755 -9.232 Amadora
    38.765 -9.160 Lumiar
    38.800 -9.180 Odivelas
  `,
  Sevilla: `
    37.410 -5.930 Polígono Calonge
    37.392 -5.975 Santa Justa
    37.385 -5.955 Nervión
    37.401 -5.990 Macarena
    37.388 -5.995 Centro
    37.380 -6.006 Triana
    37.358 -5.980 Heliópolis
    37.346 -5.930 Montequinto
    37.405 -6.020 Camas
    37.283 -5.921 Dos Hermanas
  `,
  'Buenos Aires': `
    -34.640 -58.420 Pompeya
    -34.630 -58.440 Parque Chacabuco
    -34.617 -58.435 Caballito
    -34.604 -58.420 Almagro
    -34.588 -58.430 Palermo Viejo
    -34.575 -58.450 Colegiales
    -34.560 -58.460 Belgrano
    -34.571 -58.490 Villa Urquiza
    -34.600 -58.510 Devoto
    -34.630 -58.480 Floresta
    -34.650 -58.500 Mataderos
    -34.605 -58.390 Congreso
    -34.620 -58.380 San Telmo
    -34.660 -58.370 Avellaneda
  `,
  'Santiago de Chile': `
    -33.500 -70.700 Lo Espejo
    -33.470 -70.650 San Miguel
    -33.440 -70.660 Centro
    -33.430 -70.630 Providencia
    -33.410 -70.580 Las Condes
    -33.390 -70.570 Vitacura
    -33.450 -70.580 La Reina
    -33.460 -70.600 Ñuñoa
    -33.520 -70.600 La Florida
    -33.610 -70.580 Puente Alto
    -33.510 -70.760 Maipú
    -33.430 -70.730 Pudahuel
    -33.380 -70.680 Quilicura
  `,
  'São Paulo': `
    -23.510 -46.700 Lapa
    -23.530 -46.670 Perdizes
    -23.550 -46.650 Consolação
    -23.570 -46.640 Vila Mariana
    -23.600 -46.670 Moema
    -23.570 -46.690 Pinheiros
    -23.620 -46.640 Jabaquara
    -23.550 -46.600 Mooca
    -23.540 -46.560 Tatuapé
    -23.500 -46.620 Santana
    -23.660 -46.540 Santo André
    -23.530 -46.780 Osasco
  `,
  Rotterdam: `
    51.885 4.420 Waalhaven
    51.905 4.460 Delfshaven
    51.920 4.480 Centrum
    51.930 4.500 Kralingen
    51.945 4.550 Alexander
    51.895 4.510 Feijenoord
    51.870 4.500 Zuidwijk
    51.920 4.400 Schiedam
    51.990 4.370 Delft
  `,
} as const

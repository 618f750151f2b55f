// Roads for the demo's vehicles, compiled by hand: latitude, longitude, and the name of the place as a comment.

export const roads = {
  'Madrid–Barcelona': `
    40.437 -3.655 Madrid
    40.447 -3.585 Canillejas
    40.482 -3.364 Alcalá de Henares
    40.633 -3.167 Guadalajara
    40.777 -2.993 Torija
    40.905 -2.762 Almadrones
    41.071 -2.642 Alcolea del Pinar
    41.160 -2.432 Medinaceli
    41.290 -2.085 Ariza
    41.353 -1.642 Calatayud
    41.475 -1.375 La Almunia
    41.565 -1.130 La Muela
    41.652 -0.945 Zaragoza
    41.638 -0.790 Alfajarín
    41.530 -0.395 Bujaraloz
    41.520 0.090 Candasnos
    41.530 0.352 Fraga
    41.610 0.620 Lleida
    41.665 1.020 Tàrrega
    41.670 1.275 Cervera
    41.583 1.618 Igualada
    41.475 1.935 Martorell
    41.365 2.060 Sant Boi
    41.352 2.130 Barcelona
  `,
  'Madrid–Valencia': `
    40.395 -3.640 Madrid
    40.305 -3.440 Arganda
    40.150 -3.180 Villarejo
    40.010 -3.005 Tarancón
    39.790 -2.640 Saelices
    39.630 -2.230 La Almarcha
    39.470 -1.935 Motilla
    39.480 -1.520 Minglanilla
    39.490 -1.105 Requena
    39.425 -0.790 Buñol
    39.455 -0.450 Valencia
  `,
  'Madrid–Cádiz': `
    40.370 -3.690 Madrid
    40.195 -3.675 Pinto
    40.030 -3.605 Aranjuez
    39.695 -3.490 Madridejos
    39.460 -3.520 Puerto Lápice
    39.000 -3.370 Manzanares
    38.765 -3.385 Valdepeñas
    38.505 -3.495 Santa Elena
    38.310 -3.570 La Carolina
    38.095 -3.775 Bailén
    38.030 -4.050 Andújar
    37.955 -4.490 El Carpio
    37.880 -4.780 Córdoba
    37.680 -5.120 La Carlota
    37.540 -5.085 Écija
    37.475 -5.640 Carmona
    37.400 -5.940 Sevilla
    37.165 -5.925 Los Palacios
    36.940 -6.070 Lebrija
    36.690 -6.110 Jerez
    36.535 -6.210 Puerto Real
  `,
  'Madrid–A Coruña': `
    40.445 -3.740 Madrid
    40.500 -3.880 Las Rozas
    40.640 -4.005 Villalba
    40.715 -4.170 Guadarrama
    40.860 -4.480 Villacastín
    41.060 -4.720 Arévalo
    41.310 -4.910 Medina del Campo
    41.500 -5.000 Tordesillas
    41.720 -5.310 Villardefrades
    42.005 -5.680 Benavente
    42.320 -5.900 La Bañeza
    42.460 -6.060 Astorga
    42.600 -6.560 Bembibre
    42.550 -6.600 Ponferrada
    42.610 -6.810 Villafranca
    42.720 -7.030 Pedrafita
    42.830 -7.160 Becerreá
    43.010 -7.550 Lugo
    43.170 -7.760 Rábade
    43.185 -8.000 Guitiriz
    43.275 -8.210 Betanzos
    43.335 -8.400 A Coruña
  `,
  'Madrid–Irún': `
    40.500 -3.670 Madrid
    40.650 -3.590 San Agustín
    40.990 -3.610 Buitrago
    41.140 -3.585 Somosierra
    41.300 -3.560 Boceguillas
    41.670 -3.690 Aranda de Duero
    42.030 -3.750 Lerma
    42.340 -3.680 Burgos
    42.550 -3.300 Briviesca
    42.680 -2.950 Miranda de Ebro
    42.840 -2.700 Vitoria
    42.890 -2.370 Salvatierra
    42.895 -2.170 Alsasua
    43.050 -2.200 Beasain
    43.140 -2.080 Tolosa
    43.260 -1.990 San Sebastián
    43.330 -1.810 Irún
  `,
  'Irún–Paris': `
    43.330 -1.790 Irún
    43.420 -1.620 Saint-Jean-de-Luz
    43.480 -1.450 Bayonne
    43.720 -1.080 Dax
    44.120 -0.830 Sabres
    44.460 -0.740 Belin
    44.800 -0.600 Bordeaux
    45.020 -0.500 Saint-André
    45.440 -0.430 Pons
    45.750 -0.610 Saintes
    46.210 -0.480 Niort
    46.420 -0.170 Saint-Maixent
    46.580 0.290 Poitiers
    46.820 0.550 Châtellerault
    47.360 0.720 Tours
    47.590 1.290 Blois
    47.880 1.850 Orléans
    48.210 1.830 Janville
    48.560 2.080 Dourdan
    48.770 2.320 Paris
  `,
  'Barcelona–Lyon': `
    41.430 2.200 Barcelona
    41.620 2.350 Granollers
    41.950 2.790 Girona
    42.260 2.940 Figueres
    42.470 2.860 Le Perthus
    42.690 2.850 Perpignan
    43.050 2.950 Sigean
    43.190 2.980 Narbonne
    43.350 3.200 Béziers
    43.580 3.860 Montpellier
    43.830 4.330 Nîmes
    43.980 4.800 Avignon
    44.140 4.760 Orange
    44.560 4.730 Montélimar
    44.920 4.870 Valence
    45.220 4.810 Annonay
    45.520 4.850 Vienne
    45.720 4.880 Lyon
  `,
  'Lyon–Rotterdam': `
    45.790 4.810 Lyon
    46.310 4.800 Mâcon
    46.780 4.840 Chalon-sur-Saône
    47.020 4.850 Beaune
    47.320 5.080 Dijon
    47.850 5.310 Langres
    48.280 5.650 Contrexéville
    48.680 6.130 Nancy
    49.110 6.190 Metz
    49.600 6.120 Luxembourg
    49.700 5.800 Arlon
    50.010 5.700 Bastogne
    50.220 5.350 Marche
    50.470 4.860 Namur
    50.840 4.420 Brussel
    51.200 4.450 Antwerpen
    51.550 4.680 Breda
    51.740 4.640 Moerdijk
    51.890 4.520 Rotterdam
  `,
  'Barcelona–Almería': `
    41.350 2.060 Barcelona
    41.280 1.930 Castelldefels
    41.340 1.680 Vilafranca
    41.150 1.230 Tarragona
    40.880 0.730 L'Hospitalet
    40.800 0.520 Tortosa
    40.430 0.410 Benicarló
    40.020 0.010 Castellón
    39.680 -0.290 Sagunto
    39.500 -0.440 Valencia
    39.200 -0.450 Alzira
    38.990 -0.520 Xàtiva
    38.700 -0.480 Alcoi
    38.400 -0.530 Alicante
    38.270 -0.720 Elche
    38.080 -0.950 Orihuela
    37.990 -1.140 Murcia
    37.770 -1.420 Totana
    37.660 -1.700 Lorca
    37.400 -1.950 Huércal-Overa
    37.150 -1.980 Los Gallardos
    37.060 -2.200 Tabernas
    36.860 -2.430 Almería
  `,
  'Zaragoza–Bilbao': `
    41.670 -0.910 Zaragoza
    41.860 -1.270 Gallur
    42.060 -1.590 Tudela
    42.300 -1.980 Calahorra
    42.460 -2.430 Logroño
    42.570 -2.850 Haro
    42.720 -2.980 Miranda de Ebro
    42.900 -3.000 Altube
    43.120 -2.880 Llodio
    43.240 -2.900 Bilbao
  `,
  'Madrid–Lisboa': `
    40.380 -3.770 Madrid
    40.270 -3.960 Navalcarnero
    40.080 -4.350 Maqueda
    39.960 -4.830 Talavera
    39.890 -5.540 Navalmoral
    39.700 -5.750 Almaraz
    39.460 -5.880 Trujillo
    39.160 -5.920 Miajadas
    38.920 -6.340 Mérida
    38.880 -6.970 Badajoz
    38.870 -7.160 Elvas
    38.840 -7.590 Estremoz
    38.640 -8.000 Montemor
    38.610 -8.420 Vendas Novas
    38.570 -8.840 Palmela
    38.660 -9.100 Montijo
    38.780 -9.110 Lisboa
  `,
  'Lisboa–A Coruña': `
    38.800 -9.110 Lisboa
    38.990 -8.960 Vila Franca de Xira
    39.240 -8.700 Santarém
    39.480 -8.540 Torres Novas
    39.750 -8.780 Leiria
    39.910 -8.630 Pombal
    40.190 -8.460 Coimbra
    40.440 -8.450 Mealhada
    40.640 -8.600 Aveiro
    40.920 -8.560 Santa Maria da Feira
    41.130 -8.600 Porto
    41.340 -8.550 Trofa
    41.550 -8.430 Braga
    41.770 -8.580 Ponte de Lima
    42.030 -8.630 Valença
    42.200 -8.690 Vigo
    42.430 -8.630 Pontevedra
    42.720 -8.650 Padrón
    42.880 -8.520 Santiago
    43.100 -8.450 Ordes
    43.310 -8.400 A Coruña
  `,
  'Sevilla–Oviedo': `
    37.410 -6.000 Sevilla
    37.750 -6.180 El Ronquillo
    38.090 -6.280 Monesterio
    38.410 -6.420 Zafra
    38.690 -6.400 Almendralejo
    38.920 -6.350 Mérida
    39.470 -6.390 Cáceres
    39.820 -6.250 Cañaveral
    40.030 -6.090 Plasencia
    40.380 -5.760 Béjar
    40.620 -5.660 Guijuelo
    40.970 -5.650 Salamanca
    41.500 -5.740 Zamora
    42.000 -5.690 Benavente
    42.590 -5.600 León
    42.850 -5.860 La Robla
    42.990 -5.790 Barrios de Luna
    43.170 -5.800 Mieres
    43.350 -5.850 Oviedo
  `,
  'Tánger–Agadir': `
    35.700 -5.880 Tánger
    35.470 -6.010 Asilah
    35.150 -6.120 Larache
    34.690 -6.290 Moulay Bousselham
    34.260 -6.540 Kénitra
    33.960 -6.840 Rabat
    33.690 -7.340 Mohammedia
    33.540 -7.570 Casablanca
    33.260 -7.590 Berrechid
    32.990 -7.620 Settat
    32.280 -7.960 Benguerir
    31.670 -8.060 Marrakech
    31.380 -8.480 Chichaoua
    30.880 -9.020 Imi n’Tanoute
    30.440 -9.520 Agadir
  `,
  'Rotterdam–München': `
    51.900 4.560 Rotterdam
    51.830 4.970 Gorinchem
    52.070 5.120 Utrecht
    51.990 5.930 Arnhem
    51.830 6.240 Emmerich
    51.490 6.840 Oberhausen
    51.210 6.900 Düsseldorf
    50.940 7.020 Köln
    50.760 7.320 Siegburg
    50.430 7.860 Montabaur
    50.220 8.280 Idstein
    50.060 8.590 Frankfurt
    49.980 9.080 Aschaffenburg
    49.770 9.940 Würzburg
    49.600 10.500 Geiselwind
    49.470 11.120 Nürnberg
    49.010 11.390 Greding
    48.770 11.450 Ingolstadt
    48.400 11.590 Allershausen
    48.190 11.610 München
  `,
  'Santiago–Arica': `
    -33.380 -70.690 Santiago
    -32.840 -70.960 Llay-Llay
    -32.480 -71.210 La Ligua
    -31.920 -71.480 Los Vilos
    -30.980 -71.610 Socos
    -30.220 -71.300 Tongoy
    -29.910 -71.220 La Serena
    -29.260 -71.020 Incahuasi
    -28.580 -70.770 Vallenar
    -27.380 -70.350 Copiapó
    -27.080 -70.790 Caldera
    -26.370 -70.580 Chañaral
    -25.400 -70.270 Agua Verde
    -24.430 -69.980 La Negra
    -23.480 -70.100 Antofagasta
    -22.900 -69.330 Sierra Gorda
    -22.340 -69.660 María Elena
    -21.650 -69.540 Quillagua
    -20.950 -69.590 Victoria
    -20.260 -69.780 Pozo Almonte
    -19.600 -69.960 Huara
    -19.160 -70.100 Cuya
    -18.640 -70.180 Camarones
    -18.480 -70.290 Arica
  `,
  'Santiago–Puerto Montt': `
    -33.500 -70.700 Santiago
    -34.170 -70.720 Rancagua
    -34.590 -70.970 San Fernando
    -34.980 -71.230 Curicó
    -35.430 -71.630 Talca
    -35.850 -71.590 Linares
    -36.150 -71.830 Parral
    -36.600 -72.080 Chillán
    -37.120 -72.370 Cabrero
    -37.470 -72.320 Los Ángeles
    -37.800 -72.690 Collipulli
    -38.240 -72.350 Victoria
    -38.740 -72.620 Temuco
    -39.280 -72.630 Loncoche
    -39.650 -72.820 San José
    -40.290 -72.980 Río Bueno
    -40.570 -73.110 Osorno
    -41.130 -73.050 Frutillar
    -41.450 -72.960 Puerto Montt
  `,
  'Santiago–Buenos Aires': `
    -33.360 -70.680 Santiago
    -33.070 -70.680 Colina
    -32.830 -70.600 Los Andes
    -32.860 -70.150 Portillo
    -32.820 -69.920 Puente del Inca
    -32.590 -69.350 Uspallata
    -33.040 -69.120 Potrerillos
    -32.960 -68.830 Mendoza
    -33.150 -68.480 San Martín
    -33.460 -67.560 La Paz
    -33.300 -66.360 San Luis
    -33.670 -65.460 Villa Mercedes
    -34.130 -63.400 Laboulaye
    -34.260 -62.710 Rufino
    -34.600 -60.950 Junín
    -34.900 -60.010 Chacabuco
    -34.650 -59.430 Mercedes
    -34.600 -58.930 Luján
    -34.610 -58.560 Buenos Aires
  `,
  'Buenos Aires–Salta': `
    -34.540 -58.560 Buenos Aires
    -34.100 -59.030 Zárate
    -33.890 -60.570 Pergamino
    -32.960 -60.720 Rosario
    -32.630 -62.690 Bell Ville
    -32.410 -63.240 Villa María
    -31.420 -64.130 Córdoba
    -30.420 -64.120 Deán Funes
    -29.470 -64.020 Quilino
    -28.450 -64.100 Loreto
    -27.790 -64.270 Santiago del Estero
    -27.030 -65.000 Termas
    -26.830 -65.200 Tucumán
    -26.230 -65.280 Trancas
    -25.800 -64.980 Rosario de la Frontera
    -25.140 -65.050 Güemes
    -24.790 -65.380 Salta
  `,
  'Buenos Aires–Bahía Blanca': `
    -34.720 -58.530 Buenos Aires
    -35.180 -59.100 Cañuelas
    -35.640 -59.780 Las Flores
    -36.780 -59.860 Azul
    -37.150 -60.330 Olavarría
    -37.980 -61.350 Pringles
    -38.690 -62.250 Bahía Blanca
  `,
  'São Paulo–Rio de Janeiro': `
    -23.520 -46.550 São Paulo
    -23.450 -46.450 Guarulhos
    -23.310 -46.060 Jacareí
    -23.190 -45.880 São José dos Campos
    -23.030 -45.560 Taubaté
    -22.810 -45.190 Guaratinguetá
    -22.570 -44.960 Cachoeira Paulista
    -22.470 -44.450 Resende
    -22.520 -44.100 Volta Redonda
    -22.630 -43.890 Piraí
    -22.720 -43.700 Seropédica
    -22.780 -43.370 Rio de Janeiro
  `,
  'São Paulo–Porto Alegre': `
    -23.620 -46.790 São Paulo
    -23.890 -47.010 Juquitiba
    -24.320 -47.500 Miracatu
    -24.490 -47.850 Registro
    -24.720 -48.120 Cajati
    -25.080 -48.530 Serra
    -25.410 -49.210 Curitiba
    -25.910 -49.090 Tijucas do Sul
    -26.300 -48.880 Joinville
    -26.880 -48.730 Itajaí
    -27.250 -48.650 Tijucas
    -27.600 -48.640 São José
    -28.240 -48.700 Imbituba
    -28.480 -49.010 Tubarão
    -28.940 -49.490 Araranguá
    -29.340 -49.760 Torres
    -29.890 -50.270 Osório
    -29.950 -51.050 Gravataí
    -29.990 -51.180 Porto Alegre
  `,
  'São Paulo–Brasília': `
    -23.490 -46.700 São Paulo
    -22.910 -47.060 Campinas
    -22.330 -47.330 Araras
    -21.990 -47.430 Porto Ferreira
    -21.180 -47.780 Ribeirão Preto
    -20.540 -47.450 Franca
    -19.760 -47.940 Uberaba
    -18.910 -48.270 Uberlândia
    -18.640 -48.190 Araguari
    -17.740 -48.620 Caldas Novas
    -16.960 -47.800 Cristalina
    -16.250 -47.930 Luziânia
    -15.850 -47.960 Brasília
  `,
  'Lima–Arequipa': `
    -12.170 -76.940 Lima
    -12.510 -76.700 Chilca
    -13.060 -76.360 Cañete
    -13.440 -76.110 Chincha
    -13.730 -76.170 Pisco
    -14.080 -75.730 Ica
    -14.530 -75.200 Palpa
    -14.840 -74.950 Nazca
    -15.470 -74.400 Yauca
    -15.800 -74.250 Chala
    -16.200 -73.660 Atico
    -16.590 -72.730 Camaná
    -16.680 -72.090 El Alto
    -16.480 -71.560 Arequipa
  `,
  'México–Monterrey': `
    19.530 -99.190 México
    19.840 -99.260 Tepotzotlán
    20.180 -99.720 Palmillas
    20.390 -99.990 San Juan del Río
    20.590 -100.400 Querétaro
    21.230 -100.730 San Luis de la Paz
    22.120 -100.930 San Luis Potosí
    22.990 -100.700 Matehuala sur
    23.650 -100.630 Matehuala
    24.650 -100.760 San Roberto
    25.380 -100.960 Saltillo
    25.690 -100.390 Monterrey
  `,
} as const

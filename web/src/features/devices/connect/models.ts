// Brands and models that are sold, by the protocol they speak out of the box. Of a brand that is listed, other models
// usually speak the same.

export interface Brand {
  protocol: string
  brand: string
  /** Named by the documents that the decoder was written after. */
  named: readonly string[]
  /** Reported to speak the protocol by sellers and other platforms. */
  reported: readonly string[]
  /** The documents do not name the brand either. */
  isReported: boolean
}

interface Models {
  /** Separated by spaces; `_` is a space. */
  named?: string
  reported?: string
  isReported?: boolean
}

const of = (protocol: string, brand: string, { named, reported, isReported = false }: Models): Brand => ({
  protocol,
  brand,
  named: modelsIn(named),
  reported: modelsIn(reported),
  isReported,
})

function modelsIn(text = ''): string[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((model) => model.replaceAll('_', ' '))
}

export const brands: readonly Brand[] = [
  of('teltonika', 'Teltonika', {
    reported: `FMB001 FMB002 FMB003 FMB010 FMB020 FMB110 FMB120 FMB122 FMB125 FMB130 FMB140 FMB150 FMB202 FMB204
    FMB208 FMB209 FMB225 FMB230 FMB240 FMB640 FMB641 FMB900 FMB910 FMB920 FMB930 FMB962 FMB964 FMB965
    FMC001 FMC003 FMC125 FMC130 FMC13A FMC150 FMC225 FMC230 FMC234 FMC250 FMC640 FMC650 FMC800 FMC880
    FMC920 FMM001 FMM003 FMM125 FMM130 FMM13A FMM150 FMM230 FMM250 FMM640 FMM650 FMM800 FMM880 FMM920
    FMP100 FMT100 FMU125 FMU126 FMU130 FM1100 FM1110 FM1120 FM1202 FM2200 FM3200 FM4100 FM4200 FM5300
    FM5500 FM6300 FM6320 GH5200 MTB100 TAT100 TAT140 TAT141 TAT240 TFT100 TMT250 TST100`,
  }),
  of('gt06', 'Concox', {
    named: 'GT06 X1',
    reported: `AT1 AT2 AT3 AT4 AT6 BL10 ET25 GT02 GT02A GT03A GT03C GT06E GT06F GT06N GT08 GT100 GT300 GT710 GT800
    GV20 GV25 HVT001 JV200 OB22 Qbit TR02 TR06 WeTrack WeTrack2 X3`,
  }),
  of('gt06', 'Jimi IoT', {
    named: 'JM-VL03 JC100',
    reported: `JM-LL01 JM-LL301 JM-LL302 JM-LL303 JM-VG01U JM-VG02U JM-VG03 JM-VG04Q JM-VL01 JM-VL02 JM-VL04
    JM-VL101 JM-VL103 JM-VL110 JC200 PL200 VG502`,
  }),
  of('gt06', 'SEEWORLD', { named: 'R11', reported: 'R31 R56 R58L S06L S102 S116 W12' }),
  of('gt06', 'Topin', { reported: 'ZX302 ZX303 ZX612 ZX808' }),
  of('gt06', 'WanWay', { reported: 'EV02 G19 GS05 S20', isReported: true }),
  of('h02', 'SinoTrack', { reported: 'ST-901 ST-901L ST-901M ST-902 ST-903 ST-906 ST-907 ST-915' }),
  of('h02', 'ReachFar', { reported: 'RF-V8 RF-V16' }),
  of('h02', 'LKGPS', { reported: 'LK109 LK206 LK209 LK210', isReported: true }),
  of('h02', 'Cantrack', { reported: 'G02M G05', isReported: true }),
  of('gps103', 'Coban', {
    named: 'GPS103',
    reported: `GPS102 GPS103A GPS103B GPS104 GPS105 GPS106 GPS107 GPS301 GPS302 GPS303 GPS303F GPS303G GPS304B
    GPS305 GPS306 GPS307 GPS308 GPS310 GPS311 GPS403 TK102B TK103A TK103B TK106 TK303 TK306`,
  }),
  of('gps103', 'BAANOOL', { reported: 'BN-303 BN-401 BN-403', isReported: true }),
  of('tk103', 'TK103', { named: 'TK103', reported: 'TK102' }),
  of('meitrack', 'Meitrack', {
    named: 'MVT100 MVT340 MVT380 MVT600 MVT800 T1 T3 T311 T333 T355 T622 TC68S',
    reported: 'K211G MT80 MT90 MT90G MT90L P66 P88L P99G P99L T322 T366 T366L T633L T711L TC68 TS299L',
  }),
  of('queclink', 'Queclink', {
    named: `CV200 GL100 GL200 GL300 GL300W GL320M GL500 GMT100 GV55 GV65 GV200 GV300 GV300W GV310LAU GV350M
    GV355CEU GV500`,
    reported: `CV100 GB100 GB130MG GL300M GL33 GL50 GL500M GL505 GL520M GL521M GL530MG GMT200 GV50 GV55_Lite GV57MG
    GV58CEU GV75 GV75M GV500MA GV600 GV620MG GV650MG WR300`,
  }),
  of('suntech', 'Suntech', {
    named: 'ST200 ST300 ST310U ST340 ST340U ST410 ST500 ST600 ST910 ST4300 ST4315',
    reported: `ST215 ST230 ST240 ST310 ST340LC ST350 ST380 ST390 ST400 ST419 ST420 ST440 ST480 ST640 ST650 ST730
    ST940 ST3300 ST3310 ST3340 ST4305 ST4310 ST4340 ST4345 ST4410 ST4419 ST4500 ST4505 ST4910 ST4915
    ST4955`,
  }),
  of('jt808', 'MiCODUS', { reported: 'MC01 ML500G MP90 MV710G MV710N MV720 MV730 MV790', isReported: true }),
  of('jt808', 'Jimi IoT', { named: 'JC400 VL300', reported: 'JC181 JC371 JC400P JC450 MD300' }),
  of('jt808', 'SEEWORLD', { named: 'W15L' }),
  of('ruptela', 'Ruptela', { reported: 'Eco3 Eco4 HCV5 LCV5 Plug4 Plug5 Pro3 Pro4 Pro5 Tco3 Tco4 Trace5' }),
  of('watch', 'SeTracker', { reported: 'Q50 Q80 Q90 Q100', isReported: true }),
  of('watch', 'Wonlex', {
    reported: 'GW100 GW200 GW300 GW400S GW500S GW600S GW700 GW900S KT01',
    isReported: true,
  }),
  of('eview', 'Eview', { named: 'EV-04 EV-07B' }),
  of('eview', 'MiniFinder', { named: 'Nano' }),
  of('eelink', 'Eelink', { reported: 'GPT06 GPT09 GPT12 GPT19 TK115 TK116 TK119 TK121 TK319 TK419' }),
  of('topflytech', 'Topflytech', {
    reported: 'T8603 T8608 T8801 T8803 T8806 T8808 TLD1 TLP1 TLP2 TLW1 TLW2 TorchX_100 TorchX_110',
  }),
  of('galileosky', 'Galileosky', {
    reported:
      '7.0 7.0_Lite 7x 7x_LTE 10 Base_Block_Iridium Base_Block_Lite Base_Block_Optimum Base_Block_Wi-Fi',
  }),
  of('navtelecom', 'Navtelecom', {
    reported: `SIGNAL_S-2115 SIGNAL_S-2117 SIGNAL_S-2551 SIGNAL_S-2651 SIGNAL_S-2652 SIGNAL_S-2653 SMART_S-2330
    SMART_S-2333 SMART_S-2420 SMART_S-2423 SMART_S-2430 SMART_S-2435 SMART_S-2437 START_S-2010
    START_S-2011 START_S-2013`,
  }),
  of('atrack', 'ATrack', { reported: 'AK1 AK7 AK11 AL1 AL7 AL11 AS11 AT1 AT3 AT5i AX5 AX7 AX9 AX11' }),
  of('calamp', 'CalAmp', {
    reported: 'LMU-1100 LMU-2630 LMU-2720 LMU-3030 LMU-3640 LMU-4230 TTU-1230 TTU-2830',
  }),
  of('garmin-ipc-outbound', 'Garmin', {
    reported: `inReach_Mini inReach_Mini_2 inReach_Messenger inReach_SE+ inReach_Explorer+ GPSMAP_66i GPSMAP_67i
    GPSMAP_86i Montana_700i`,
  }),
  of('spot-push', 'SPOT', { named: 'Trace', reported: 'Gen3 Gen4 X' }),
  of('globalstar-stu', 'Globalstar', { named: 'SmartOne', reported: 'SmartOne_B SmartOne_C SmartOne_Solar' }),
  of('rockblock', 'RockBLOCK', { named: '9602 9603', reported: 'Plus' }),
]

export interface Found {
  protocol: string
  brand: string
  /** Undefined if the words only match the brand. */
  model?: string
  /** No document names it. */
  isReported: boolean
}

const maxFound = 12
const maxWords = 5
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}+]/gu, '')

/** Models of which every word is a part of the brand or the model, those that begin with a word first. */
export function findModels(words: string): Found[] {
  const wanted = words.split(/\s+/).map(plain).filter(Boolean).slice(0, maxWords)
  if (wanted.length === 0) return []
  const found = brands.flatMap(
    ({ protocol, brand, named, reported, isReported }): (Found & { rank: number })[] => {
      const ofBrand = wanted.filter((word) => plain(brand).includes(word))
      const others = wanted.filter((word) => !ofBrand.includes(word))
      if (others.length === 0) return [{ protocol, brand, isReported, rank: 0 }]
      return [...named, ...reported].flatMap((model) => {
        const name = plain(model)
        if (!others.every((word) => name.includes(word))) return []
        const rank = others.some((word) => name === word)
          ? 1
          : others.some((word) => name.startsWith(word))
            ? 2
            : 3
        return [{ protocol, brand, model, isReported: !named.includes(model), rank }]
      })
    },
  )
  return found
    .sort((left, right) => left.rank - right.rank)
    .slice(0, maxFound)
    .map(({ rank: _, ...one }) => one)
}

// The style of a report as a page of HTML, on screen and on paper.

export const pageStyle = `
:root { font: 14px/1.45 Inter, system-ui, sans-serif; color: #1f2933; font-variant-numeric: tabular-nums }
body { margin: 2rem auto; max-width: 76rem; padding: 0 1.5rem }
h1 { font-size: 1.7rem; margin: 0 0 .8rem }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
dl { columns: 2 24rem; column-gap: 2.5rem; margin: 0 0 1.5rem }
dl div { display: flex; gap: .6rem; break-inside: avoid } dt { color: #5c6773; flex: 0 0 9rem } dd { margin: 0; overflow-wrap: anywhere }
figure { margin: 0 0 1.5rem; break-inside: avoid } figcaption { font-weight: 600; margin-bottom: .4rem }
figure.track, figure.lines { display: inline-block; width: min(100%, 36rem); margin-right: 1.5rem; vertical-align: top }
svg { width: 100%; max-width: 56rem; height: auto; font-family: inherit }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid #dde3e9 }
thead th { background: #1864ab; color: #fff; vertical-align: bottom; font-weight: 600 }
.number { text-align: right } td.number, td.instant { white-space: nowrap }
.group th { background: #e7f0f9; padding-top: .45rem } .subtotal td { font-weight: 600; border-top: 1px solid #868e96 }
.total td { font-weight: 600; background: #f1f3f5; border-top: 2px solid #5c6773 }
a { color: #1864ab; text-decoration: none } a:hover { text-decoration: underline }
.wide { font-size: .8rem } .wide th, .wide td { padding: .25rem .35rem }
.note { font-weight: 600 } footer { color: #4d5562; margin-top: 1.5rem; font-size: .9rem } footer p { margin: .2rem 0 }
@page { size: A4 landscape; margin: 12mm }
@media print {
  :root { font-size: 9px; print-color-adjust: exact; -webkit-print-color-adjust: exact }
  body { margin: 0; max-width: none; padding: 0 } .table { overflow: visible }
  thead { display: table-header-group } tr { break-inside: avoid } a { color: inherit } svg { max-width: 170mm }
  .wide { font-size: 6px } .wide th, .wide td { padding: 1px 2px }
}`

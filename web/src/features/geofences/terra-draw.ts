// The drawing library, configured for the four tools and for dragging. Loaded only with the editor.

import type { Map as MapLibre } from 'maplibre-gl'
import type { HexColor } from 'terra-draw'
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
  TerraDrawUndoRedoKeyboardShortcuts,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'

const white = '#ffffff'
/** One drag, or two clicks: a drag is what people try first, clicks need no holding. */
const drawInteraction = 'click-move-or-drag'

export function createTerraDraw(map: MapLibre, color: HexColor): TerraDraw {
  const area = { fillColor: color, fillOpacity: 0.18, outlineColor: color, outlineWidth: 2 }
  const line = { lineStringColor: color, lineStringWidth: 2 }
  const closing = {
    closingPointColor: color,
    closingPointWidth: 6,
    closingPointOutlineColor: white,
    closingPointOutlineWidth: 2,
  } as const
  return new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 7, prefixId: 'draw' }),
    undoRedo: {
      modeLevel: new TerraDrawModeUndoRedo(),
      keyboardShortcuts: new TerraDrawUndoRedoKeyboardShortcuts(),
    },
    modes: [
      new TerraDrawPolygonMode({ styles: { ...area, ...closing } }),
      new TerraDrawRectangleMode({ styles: area, drawInteraction }),
      new TerraDrawCircleMode({ styles: area, drawInteraction }),
      new TerraDrawLineStringMode({ styles: { ...line, ...closing } }),
      // Only a circle's handles: our own layer draws the border.
      new TerraDrawPolygonMode({ modeName: 'handles', styles: { fillOpacity: 0, outlineWidth: 0 } }),
      new TerraDrawSelectMode({
        allowManualDeselection: false,
        keyEvents: null,
        flags: {
          polygon: {
            feature: { draggable: true, coordinates: { midpoints: true, draggable: true, deletable: true } },
          },
          linestring: {
            feature: { draggable: true, coordinates: { midpoints: true, draggable: true, deletable: true } },
          },
          handles: { feature: { draggable: true, coordinates: { resizable: 'center-fixed' } } },
        },
        styles: {
          selectedPolygonColor: color,
          selectedPolygonFillOpacity: 0,
          selectedPolygonOutlineColor: color,
          selectedPolygonOutlineWidth: ({ properties }) => (properties.mode === 'handles' ? 0 : 2),
          selectedLineStringColor: color,
          selectedLineStringWidth: 2,
          selectionPointColor: white,
          selectionPointWidth: 7,
          selectionPointOutlineColor: color,
          selectionPointOutlineWidth: 2.5,
          midPointColor: color,
          midPointWidth: 5,
          midPointOutlineColor: white,
          midPointOutlineWidth: 1.5,
        },
      }),
    ],
  })
}

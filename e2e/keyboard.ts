// A visitor without a mouse.

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const mostTabs = 250

export interface Keyboard {
  /** Presses Tab until the element has the focus, and looks whether that is visible. Fails if it cannot be reached. */
  reach(element: Locator): Promise<void>
  /** Reaches it and presses Enter. */
  press(element: Locator): Promise<void>
  /** Reaches a field and replaces its text. */
  type(field: Locator, text: string): Promise<void>
  /** Opens the menu, and chooses the item with the arrows. */
  choose(menu: Locator, item: string): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const { keyboard } = page
  const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement)
  async function reach(element: Locator): Promise<void> {
    await element.waitFor()
    for (let tabs = 0; !(await isFocused(element)); tabs += 1) {
      if (tabs === mostTabs) throw new Error(`${element} cannot be reached with Tab`)
      await keyboard.press('Tab')
    }
    expect(await element.evaluate(showsFocus), `the focus of ${element} is visible`).toBe(true)
  }
  return {
    reach,
    async press(element) {
      await reach(element)
      await keyboard.press('Enter')
    },
    async type(field, text) {
      await reach(field)
      await keyboard.press('ControlOrMeta+a')
      await keyboard.type(text)
    },
    async choose(menu, item) {
      await reach(menu)
      await keyboard.press('Enter')
      const wanted = page.getByRole('menuitem', { name: item, exact: true })
      await wanted.waitFor()
      for (let arrows = 0; !(await isFocused(wanted)); arrows += 1) {
        if (arrows === mostTabs) throw new Error(`${item} cannot be reached with the arrows`)
        await keyboard.press('ArrowDown')
      }
      await keyboard.press('Enter')
    },
  }
}

/** An outline, a shadow or a border that the element has only while it is focused. Runs in the page. */
function showsFocus(element: Element): boolean {
  const look = () => {
    const around = element.closest('[data-variant], .mantine-Input-wrapper') ?? element
    return [element, around]
      .map((one) => getComputedStyle(one))
      .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join(' '))
      .join(' ')
  }
  if (!(element instanceof HTMLElement)) return false
  const focused = look()
  element.blur()
  const plain = look()
  element.focus({ preventScroll: true })
  return focused !== plain
}

import { expect, type Page } from '@playwright/test'

type InsertedFile = { name: string; type: string; bytes: Buffer }

/** Dispatches a paste or drop event with a file, because tests have no clipboard. */
export async function insertFile(
  page: Page,
  label: string,
  how: 'paste' | 'drop',
  { name, type, bytes }: InsertedFile,
) {
  const editor = page.getByRole('textbox', { name: label })
  await expect(editor).toHaveAttribute('contenteditable', 'true')
  await editor.evaluate(
    (element, file) => {
      const data = new DataTransfer()
      const content = Uint8Array.from(file.bytes)
      data.items.add(new File([content], file.name, { type: file.type }))
      const options = { bubbles: true, cancelable: true }
      const { left, top } = element.getBoundingClientRect()
      element.dispatchEvent(
        file.how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', {
              ...options,
              dataTransfer: data,
              clientX: left + 30,
              clientY: top + 25,
            }),
      )
    },
    { how, name, type, bytes: [...bytes] },
  )
}

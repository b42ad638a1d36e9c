import { StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import { toLink } from './inline-commands.ts'

type Placeholder = {
  id: string
  at: number
  label: string
  /** Order of placeholders at the same position. */
  order: number
}

const addEffect = StateEffect.define<Placeholder>({
  map: (placeholder, changes) => ({ ...placeholder, at: changes.mapPos(placeholder.at) }),
})
const removeEffect = StateEffect.define<string>()

class PlaceholderWidget extends WidgetType {
  readonly id: string
  readonly label: string

  constructor({ id, label }: Placeholder) {
    super()
    this.id = id
    this.label = label
  }

  override eq(other: PlaceholderWidget) {
    return other.id === this.id
  }

  toDOM() {
    const element = document.createElement('span')
    element.className = 'cm-upload'
    element.textContent = this.label
    return element
  }
}

/** Positions of files being uploaded. Not part of the text, which can be posted before they finish. */
export const uploadPlaceholders = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(placeholders, transaction) {
    let next = placeholders.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(addEffect)) {
        const decoration = Decoration.widget({
          widget: new PlaceholderWidget(effect.value),
          side: effect.value.order,
        })
        next = next.update({ add: [decoration.range(effect.value.at)] })
      }
      if (effect.is(removeEffect))
        next = next.update({
          filter: (_from, _to, decoration) => idOf(decoration) !== effect.value,
        })
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

function idOf(decoration: Decoration): string | undefined {
  const { widget } = decoration.spec as { widget?: unknown }
  return widget instanceof PlaceholderWidget ? widget.id : undefined
}

export function addPlaceholder(view: EditorView, placeholder: Placeholder) {
  view.dispatch({ effects: addEffect.of(placeholder) })
}

/** Inserts the text, if any, at the current position of the placeholder; a block as a paragraph of its own. */
export function replacePlaceholder(
  view: EditorView,
  id: string,
  text: string | null,
  { isBlock = false } = {},
) {
  let at: number | null = null
  view.state
    .field(uploadPlaceholders)
    .between(0, view.state.doc.length, (from, _to, decoration) => {
      if (idOf(decoration) === id) at = from
    })
  const changes =
    at === null || text === null
      ? []
      : [isBlock ? toParagraph(view.state.doc, at, text) : { from: at, insert: text }]
  view.dispatch({ changes, effects: removeEffect.of(id), userEvent: 'input.upload' })
}

/** Before a line when its start was chosen, otherwise after it, so that no sentence is split. */
function toParagraph(doc: Text, at: number, text: string): { from: number; insert: string } {
  const line = doc.lineAt(at)
  if (doc.sliceString(line.from, at).trim() !== '')
    return { from: line.to, insert: `\n\n${text}\n` }
  const isAfterText = line.number > 1 && doc.line(line.number - 1).text.trim() !== ''
  const isBeforeText = line.text.trim() !== ''
  return {
    from: line.from,
    insert: `${isAfterText ? '\n' : ''}${text}\n${isBeforeText ? '\n' : ''}`,
  }
}

/** Adds the alternative text of an image that has none. */
export function describeImage(view: EditorView, url: string, text: string) {
  const bare = toLink('', url, 'image')
  const from = view.state.doc.toString().indexOf(bare)
  if (from < 0) return
  view.dispatch({
    changes: { from, to: from + bare.length, insert: toLink(text, url, 'image') },
    userEvent: 'input.upload',
  })
}

import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'

type Place = {
  id: string
  at: number
  label: string
  /** Several at one position stand in this order. */
  order: number
}

const open = StateEffect.define<Place>({
  map: (place, changes) => ({ ...place, at: changes.mapPos(place.at) }),
})
const close = StateEffect.define<string>()

class PlaceMark extends WidgetType {
  readonly id: string
  readonly label: string

  constructor({ id, label }: Place) {
    super()
    this.id = id
    this.label = label
  }

  override eq(other: PlaceMark) {
    return other.id === this.id
  }

  toDOM() {
    const mark = document.createElement('span')
    mark.className = 'cm-upload'
    mark.textContent = this.label
    return mark
  }
}

/** Where files will appear that are still on their way. Not part of the text: it can be sent without them. */
export const uploadPlaces = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, transaction) {
    let next = places.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(open)) {
        const mark = Decoration.widget({
          widget: new PlaceMark(effect.value),
          side: effect.value.order,
        })
        next = next.update({ add: [mark.range(effect.value.at)] })
      }
      if (effect.is(close))
        next = next.update({ filter: (_from, _to, mark) => idOf(mark) !== effect.value })
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

function idOf(mark: Decoration): string | undefined {
  const { widget } = mark.spec as { widget?: unknown }
  return widget instanceof PlaceMark ? widget.id : undefined
}

export function openPlace(view: EditorView, place: Place) {
  view.dispatch({ effects: open.of(place) })
}

/** Puts text, if there is any, where the file was dropped, wherever that is by now. */
export function closePlace(view: EditorView, id: string, text: string | null) {
  let at: number | null = null
  view.state.field(uploadPlaces).between(0, view.state.doc.length, (from, _to, mark) => {
    if (idOf(mark) === id) at = from
  })
  const insert = at === null || text === null ? [] : [{ from: at, insert: text }]
  view.dispatch({ changes: insert, effects: close.of(id), userEvent: 'input.upload' })
}

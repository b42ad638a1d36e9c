/** More are shown by their names only, two in a row. */
const maxLabeled = 3

/** Longer names do not fit into half a row. */
const maxHalf = 14

type Named = { readonly name: string }
/** `isShort`: without the words around the name. */
type Placed<Item> = { connector: Item; isWide: boolean; isShort: boolean }

/** Names that need a row of their own come last, so that no row has a gap. */
export function toRows<Item extends Named>(connectors: readonly Item[]): Placed<Item>[] {
  if (connectors.length <= maxLabeled)
    return connectors.map((connector) => ({ connector, isWide: true, isShort: false }))
  const isHalf = ({ name }: Item) => [...name].length <= maxHalf
  const halves = connectors.filter(isHalf)
  const rest = connectors.filter((connector) => !isHalf(connector))
  return [
    ...halves.map((connector, index) => ({
      connector,
      isWide: index === halves.length - 1 && halves.length % 2 === 1,
      isShort: true,
    })),
    ...rest.map((connector) => ({ connector, isWide: true, isShort: true })),
  ]
}

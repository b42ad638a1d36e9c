import { FieldAttributesProvider } from '../../../ui/field.tsx'
import { TagSearchPicker } from '../../content/tags/tag-search-picker.tsx'
import { attributesOf, type ControlProps } from './control-props.ts'

export function TagsControl({ draft, onChange }: ControlProps) {
  const { name, ...attributes } = attributesOf(draft)
  return (
    <FieldAttributesProvider attributes={attributes}>
      <TagSearchPicker name={name} chosen={draft.input as string[]} onChosen={onChange} />
    </FieldAttributesProvider>
  )
}

"""Writes the font files of this folder and app/styles/fallback-faces.css. README.md says how to run it."""

import sys
from io import BytesIO
from pathlib import Path

import uharfbuzz as hb
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer

here = Path(__file__).parent
variable = here.parent / 'node_modules/@fontsource-variable'
local_fonts = Path(sys.argv[1]) / 'node_modules/@fontsource'

# Everything the English interface and most posts use; the rest of Latin is a file of its own.
core = [
    *range(0x20, 0x7F),
    *[0xA0, 0xA9, 0xAB, 0xB0, 0xB7, 0xBB, 0xD7],
    *[0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x202F],
    *[0x2190, 0x2191, 0x2192, 0x2193, 0x2212],
]
# Emphasis and quotes are prose: signs that are rare in it are in the `latin` file.
italic_core = [
    *map(ord, ' !"%&\'(),-./0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
    *[0xA0, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026],
]

# name: source, weight (a range stays variable)
faces = {
    'inter': ('inter/files/inter-{}-wght-normal', (400, 600)),
    'inter-italic': ('inter/files/inter-{}-wght-italic', 400),
    'inter-italic-600': ('inter/files/inter-{}-wght-italic', 600),
    'serif-500': ('source-serif-4/files/source-serif-4-{}-wght-normal', 500),
    'serif-600': ('source-serif-4/files/source-serif-4-{}-wght-normal', 600),
    'serif-italic': ('source-serif-4/files/source-serif-4-{}-wght-italic', 400),
    'serif-italic-600': ('source-serif-4/files/source-serif-4-{}-wght-italic', 600),
    'mono': ('jetbrains-mono/files/jetbrains-mono-{}-wght-normal', 400),
    'mono-600': ('jetbrains-mono/files/jetbrains-mono-{}-wght-normal', 600),
}
# Without `calt`: it draws "->" as an arrow, which is wrong in a question about code.
features = {'inter': ['kern', 'tnum', 'mark'], 'serif': ['kern', 'tnum', 'liga', 'mark'], 'mono': []}
names = {'inter': 'Inter', 'serif': 'Stoa Serif', 'mono': 'JetBrains Mono'}


def write_face(name, source, weight):
    latin = variable / f'{source.format("latin")}.woff2'
    family = name.split('-')[0]
    is_italic = 'italic' in name
    first = italic_core if is_italic else core
    rest = sorted(set(TTFont(latin).getBestCmap()) - set(first))
    for part, characters in [('core', first), ('latin', rest)]:
        # Tables and figures are never italic.
        layout = ['kern', 'mark'] if is_italic else features[family]
        options = subset.Options(layout_features=layout, hinting=False, name_IDs=[0, 1, 2, 13, 14])
        font = TTFont(latin, recalcTimestamp=False)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=characters)
        subsetter.subset(font)
        font = instancer.instantiateVariableFont(font, {'wght': weight})
        if font['head'].unitsPerEm > 1000:
            scale_upem(font, 1000)
        for record in font['name'].names:
            if record.nameID == 1:
                record.string = names[family]
        font.flavor = 'woff2'
        font.save(here / f'{name}-{part}.woff2')


sample = (
    'Why does my index stop being used after the sixth call? I have read the whole chapter about it, and the numbers '
    'of the votes were blank for seconds. What is a font that fits the space of another one, and who measures it? '
    'Every paragraph should break into the same lines, because a line that breaks elsewhere moves everything below it.'
)


def average_width(file, weight):
    """Returns the width of a letter of the sample, with kerning."""
    font = TTFont(file)
    font.flavor = None
    data = BytesIO()
    font.save(data)
    shaped = hb.Font(hb.Face(data.getvalue()))
    shaped.set_variations({'wght': weight})
    buffer = hb.Buffer()
    buffer.add_str(sample)
    buffer.guess_segment_properties()
    hb.shape(shaped, buffer)
    return sum(position.x_advance for position in buffer.glyph_positions) / len(sample) / font['head'].unitsPerEm


# Fonts of operating systems, measured with the open font that has the same widths; Consolas has none.
arial = ('arimo', ['Arial', 'Liberation Sans'])
roboto = ('roboto', ['Roboto'])
noto_sans = ('noto-sans', ['Noto Sans'])
times = ('tinos', ['Times New Roman', 'Liberation Serif'])
noto_serif = ('noto-serif', ['Noto Serif'])
menlo = ('dejavu-mono', ['Menlo', 'DejaVu Sans Mono'])
consolas = (0.5498, ['Consolas'])
cousine = ('cousine', ['Liberation Mono', 'Courier New'])

fallbacks = {
    'Inter': ([arial, roboto, noto_sans], ['inter', 'inter-600', 'inter-italic', 'inter-italic-600']),
    'Stoa': ([times, noto_serif], ['serif-500', 'serif-600', 'serif-italic', 'serif-italic-600']),
    'Mono': ([menlo, consolas, cousine], ['mono', 'mono-600']),
}
full_names = {(400, 'normal'): '', (700, 'normal'): ' Bold', (400, 'italic'): ' Italic', (700, 'italic'): ' Bold Italic'}


def postscript_name(name, local_style):
    special = {
        'Arial': ('Arial', '', 'MT'),
        'Times New Roman': ('TimesNewRomanPS', '', 'MT'),
        'Courier New': ('CourierNewPS', '', 'MT'),
    }
    base, _, end = special.get(name, (name.replace(' ', ''), '', ''))
    style = local_style.replace(' ', '')
    if end == '' and style == '':
        style = 'Regular'
    return f'{base}-{style}{end}' if style else f'{base}{end}'


def fallback_face(family, local, face):
    measured, local_names = local
    is_bold, style = face.endswith('600'), 'italic' if 'italic' in face else 'normal'
    weight = 600 if is_bold else 500 if face.endswith('500') else 400
    file = here / f'{"inter" if face == "inter-600" else face}-core.woff2'
    web = TTFont(file)
    local_weight = 700 if is_bold else 400
    local_style = full_names[local_weight, style]
    sources = [f"local('{name}')" for base in local_names for name in (base + local_style, postscript_name(base, local_style))]
    local_file = local_fonts / str(measured) / f'files/{measured}-latin-{local_weight}-{style}.woff2'
    width = measured if isinstance(measured, float) else average_width(local_file, local_weight)
    adjust = average_width(file, weight) / width
    em, hhea = web['head'].unitsPerEm, web['hhea']
    percent = lambda value: f'{value * 100:.2f}%'
    css_weight = '400 500' if face.endswith('500') else '600' if is_bold else '400'
    return '\n'.join(
        [
            '@font-face {',
            f"  font-family: '{family} {local_names[0].split()[0]}';",
            f"  src: {', '.join(dict.fromkeys(sources))};",
            f'  font-weight: {css_weight};',
            *(['  font-style: italic;'] if style == 'italic' else []),
            f'  size-adjust: {percent(adjust)};',
            f'  ascent-override: {percent(hhea.ascent / em / adjust)};',
            f'  descent-override: {percent(-hhea.descent / em / adjust)};',
            '  line-gap-override: 0%;',
            '  unicode-range: U+0000-052F, U+1E00-22FF;',
            '}',
        ]
    )


for name, (source, weight) in faces.items():
    write_face(name, source, weight)
header = '/* Local fonts with the widths and heights of the web fonts. Written by fonts/make.py. */'
blocks = [
    header,
    *[
    fallback_face(family, local, face)
    for family, (locals_, face_names) in fallbacks.items()
    for local in locals_
    for face in face_names
    ],
]
(here.parent / 'app/styles/fallback-faces.css').write_text('\n'.join(blocks) + '\n')

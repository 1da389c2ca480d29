import { type DeceptiveClass, lines } from './deceptive-class.js';

/** Deceptive texts that people and models wrote, and similar honest texts. */
export const hosts: readonly DeceptiveClass[] = [
  {
    // Han, Hiragana and Katakana are used together; letters of other scripts among them are not.
    name: 'a host under a Katakana name',
    kinds: ['host'],
    member: 'host',
    marks: ['punycode', 'mixed-script', 'look-alike', 'invisible'],
    deceptive: lines(String.raw`
ѕсоре.コム
аррӏе.ストア
раура.みんな
сору.クラウド
ехаорс.コム
оре.ストア
асе.みんな
ѕе.コム
расо.ポイント
осеа.セール
соса.グーグル
αο.コム
νορ.ストア
applé.コム
ámazon.コム
gïthub.ストア
tikťok.コム
steäm.クラウド
vïsa.みんな
dröpbox.コム
łogin.コム
paypał.ストア
spøtify.コム
раураl.コム
раураl.例え.グーグル
аpple.グーグル
аpple.日本語.ストア
gооgle.ストア
gооgle.東京.セール
pаypal.セール
pаypal.ひらがな.ファッション
miсrosoft.ファッション
miсrosoft.カタカナ.クラウド
аmazon.クラウド
аmazon.おはよう.ポイント
fаcebook.ポイント
fаcebook.会社.アマゾン
twittеr.アマゾン
twittеr.株式会社.コム
nеtflix.コム
nеtflix.大阪市.グーグル
bаnk.グーグル
bаnk.北海道.ストア
paypal日本.コム
googleノlogin.コム
amazonストア.ストア
apple公式.コム
bankカード.ポイント
loginページ.コム
аррӏе.コム
ѕсоре.ストア
раура.クラウド
сору.みんな
góogle.コム
pàypal.ストア
日本привет.コム
カタカナгоогл.コム
日本語.xn--qcka1pmc.example
xn--r8jz45g.コム
ｇｏｏｇｌｅ.コム
日本。コム
例え．コム
a\u200d日本.コム
`),
    honest: lines(`
例え.コム
例え.みんな
日本語.グーグル
日本語.みんな
東京.ストア
東京.みんな
ひらがな.セール
ひらがな.みんな
カタカナ.ファッション
カタカナ.みんな
おはよう.クラウド
おはよう.みんな
会社.ポイント
会社.みんな
株式会社.アマゾン
株式会社.みんな
大阪市.コム
大阪市.みんな
北海道.グーグル
北海道.みんな
買い物.ストア
買い物.みんな
食べもの.セール
食べもの.みんな
東京タワー.ファッション
東京タワー.みんな
さくら.クラウド
さくら.みんな
みかん.ポイント
みかん.みんな
ラーメン.アマゾン
ラーメン.みんな
寿司.コム
寿司.みんな
天気予報.グーグル
天気予報.みんな
新聞.ストア
新聞.みんな
図書館.セール
図書館.みんな
すし屋.ファッション
すし屋.みんな
お茶.クラウド
お茶.みんな
東京メトロ.ポイント
東京メトロ.みんな
銀行.アマゾン
銀行.みんな
駅.コム
駅.みんな
花見.グーグル
花見.みんな
カメラ.ストア
カメラ.みんな
ニュース.セール
ニュース.みんな
旅ノート.ファッション
旅ノート.みんな
きもの.クラウド
きもの.みんな
温泉.ポイント
温泉.みんな
本屋さん.アマゾン
本屋さん.みんな
www.東京.コム
shop.さくら.ストア
日本語123.コム
東京-大阪.ストア
グーグル
ひらがな.カタカナ.コム
`),
  },
  {
    // In lower case `в`, `м`, `н` and `т` look like small capitals; `ı` is a letter of Turkish and Azerbaijani.
    name: 'a host in Cyrillic or Turkish',
    kinds: ['host'],
    member: 'host',
    marks: ['punycode', 'mixed-script', 'look-alike'],
    deceptive: under(
      ['com', 'net', 'org', 'io', 'example'],
      'аррӏе сорока ехаорс раура lınkedin lınkedın gıthub yıldız мicrosoft тwitter амаzon вank',
    ),
    honest: [
      ...under(['com', 'net', 'org', 'io', 'example'], 'москва метро ромашка почта кот театр нева'),
      ...under(['com.tr', 'gov.tr', 'edu.tr', 'tr', 'az'], 'yıldız kadıköy ırmak iğdır bakı'),
    ],
  },
];

/** Returns every combination of a name and a domain. */
function under(domains: readonly string[], names: string): readonly string[] {
  return names.split(' ').flatMap((name) => domains.map((domain) => `${name}.${domain}`));
}

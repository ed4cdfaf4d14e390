//! The codes of languages, and what was probably meant by what is none.

use super::Language;

/// The codes of two letters, by ISO 639-1.
const TWO: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en \
    eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja \
    jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb \
    nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq \
    sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// The codes of three letters, by ISO 639-2, of languages that have one of two letters.
const THREE: &str = "aa/aar ab/abk ae/ave af/afr ak/aka am/amh an/arg ar/ara as/asm av/ava ay/aym az/aze ba/bak be/bel bg/bul bi/bis \
    bm/bam bn/ben bo/bod/tib br/bre bs/bos ca/cat ce/che ch/cha co/cos cr/cre cs/ces/cze cu/chu cv/chv cy/cym/wel \
    da/dan de/deu/ger dv/div dz/dzo ee/ewe el/ell/gre en/eng eo/epo es/spa et/est eu/eus/baq fa/fas/per ff/ful \
    fi/fin fj/fij fo/fao fr/fra/fre fy/fry ga/gle gd/gla gl/glg gn/grn gu/guj gv/glv ha/hau he/heb hi/hin ho/hmo \
    hr/hrv ht/hat hu/hun hy/hye/arm hz/her ia/ina id/ind ie/ile ig/ibo ii/iii ik/ipk io/ido is/isl/ice it/ita iu/iku \
    ja/jpn jv/jav ka/kat/geo kg/kon ki/kik kj/kua kk/kaz kl/kal km/khm kn/kan ko/kor kr/kau ks/kas ku/kur kv/kom \
    kw/cor ky/kir la/lat lb/ltz lg/lug li/lim ln/lin lo/lao lt/lit lu/lub lv/lav mg/mlg mh/mah mi/mri/mao mk/mkd/mac \
    ml/mal mn/mon mr/mar ms/msa/may mt/mlt my/mya/bur na/nau nb/nob nd/nde ne/nep ng/ndo nl/nld/dut nn/nno no/nor \
    nr/nbl nv/nav ny/nya oc/oci oj/oji om/orm or/ori os/oss pa/pan pi/pli pl/pol ps/pus pt/por qu/que rm/roh rn/run \
    ro/ron/rum ru/rus rw/kin sa/san sc/srd sd/snd se/sme sg/sag si/sin sk/slk/slo sl/slv sm/smo sn/sna so/som \
    sq/sqi/alb sr/srp ss/ssw st/sot su/sun sv/swe sw/swa ta/tam te/tel tg/tgk th/tha ti/tir tk/tuk tl/tgl tn/tsn \
    to/ton tr/tur ts/tso tt/tat tw/twi ty/tah ug/uig uk/ukr ur/urd uz/uzb ve/ven vi/vie vo/vol wa/wln wo/wol xh/xho \
    yi/yid yo/yor za/zha zh/zho/chi zu/zul";

/// Languages by their names, and by the codes of countries that are no codes of languages.
const NAMES: [(&str, &str); 39] = [
    ("at", "de"),
    ("cn", "zh"),
    ("cz", "cs"),
    ("danish", "da"),
    ("dk", "da"),
    ("finnish", "fi"),
    ("gr", "el"),
    ("greek", "el"),
    ("jp", "ja"),
    ("ua", "uk"),
    ("us", "en"),
    ("english", "en"),
    ("german", "de"),
    ("deutsch", "de"),
    ("french", "fr"),
    ("français", "fr"),
    ("spanish", "es"),
    ("español", "es"),
    ("italian", "it"),
    ("italiano", "it"),
    ("portuguese", "pt"),
    ("dutch", "nl"),
    ("polish", "pl"),
    ("polski", "pl"),
    ("czech", "cs"),
    ("russian", "ru"),
    ("japanese", "ja"),
    ("chinese", "zh"),
    ("korean", "ko"),
    ("arabic", "ar"),
    ("hebrew", "he"),
    ("swedish", "sv"),
    ("turkish", "tr"),
    ("norwegian", "no"),
    ("ukrainian", "uk"),
    ("hungarian", "hu"),
    ("romanian", "ro"),
    ("português", "pt"),
    ("nederlands", "nl"),
];

/// Whether there is a language with that code. Codes of three letters are too many to know, but a language with one of two
/// letters goes by that.
pub(super) fn is_known(code: &str) -> bool {
    match code.len() {
        2 => TWO.split(' ').any(|known| known == code),
        // Codes for several, for other or for no languages, and those that everyone may use for something else.
        _ => {
            !(matches!(code, "mis" | "mul" | "und" | "zxx") || ("qaa"..="qtz").contains(&code))
                && shorter(code).is_none()
        }
    }
}

/// The code of two letters for a language that was named by three.
fn shorter(code: &str) -> Option<&'static str> {
    let known = THREE.split(' ').find(|known| known.split('/').skip(1).any(|three| three == code))?;
    Some(&known[..2])
}

/// The code of a language that was written as a word, by three letters, by the code of its country, or in another spelling.
pub fn code_of(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let named = || NAMES.iter().find(|(name, _)| *name == lower).map(|(_, code)| *code);
    let mut parts = lower.split(['-', '_']);
    let first = parts.next().unwrap_or("");
    let base = named().or_else(|| shorter(first)).unwrap_or(first);
    let more = parts.map(|part| match part.len() {
        2 => part.to_uppercase(),
        4 if part.is_ascii() => part[..1].to_uppercase() + &part[1..],
        _ => part.to_owned(),
    });
    let code = [base.to_owned()].into_iter().chain(more).collect::<Vec<_>>().join("-");
    Language::parse(&code).filter(Language::is_known).map(|_| code).filter(|code| code != word)
}

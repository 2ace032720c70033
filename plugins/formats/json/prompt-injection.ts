/** Patterns for phrases that address a language model instead of a human reader, in ten languages. */
const ADDRESSED: readonly RegExp[] = [
  /(?:ignore|disregard|forget|override)\s(?:all\s|any\s|the\s|your\s|my\s)*(?:previous|prior|above|earlier|preceding|other|system)\s(?:instructions?|prompts?|messages?|rules?|directions?|text)/iu,
  /(?:system|developer)\s(?:prompt|message)\s?[:=]/iu,
  /(?:new|updated|hidden)\s(?:system\s)?instructions?\s(?:for|to)\s(?:the\s)?(?:ai|llm|model|assistant|chatbot)/iu,
  /(?:if you are|as)\s(?:an?\s)?(?:ai|llm|large language model|language model|ai assistant|chatbot)[,\s]+(?:you must|you should|please|always|never|ignore|say|answer|respond|output|write)/iu,
  /(?:dear|attention|note to)\s(?:ai|llm|language model|chatgpt|claude|gemini|assistant)(?!\p{L})/iu,
  /do not (?:tell|inform|mention (?:this|it) to|reveal (?:this|it) to) the user/iu,
  /<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]/u,
  /(?:ignorier\p{L}{0,4}|vergiss|missacht\p{L}{0,4})\s(?:alle\s|die\s|deine\s|sie\s|bitte\s|sämtliche\s)*(?:vorherigen|bisherigen|obigen|früheren|vorigen)\s(?:anweisungen|instruktionen|befehle|vorgaben)/iu,
  /(?:ignore[rz]?|oublie[rz]?)\s(?:toutes\s)?(?:les|tes|vos)\s(?:instructions|consignes)\s(?:précédentes|antérieures|ci-dessus)/iu,
  /(?:ignora|olvida|ignore)\s(?:todas\s)?(?:las|tus)\sinstrucciones\s(?:anteriores|previas)/iu,
  /(?:ignora|dimentica)\s(?:tutte\s)?(?:le|tue|le tue)\sistruzioni\s(?:precedenti|sopra)/iu,
  /(?:ignore|esqueça|ignora)\s(?:todas\s)?(?:as|suas|as suas)\sinstruções\s(?:anteriores|prévias|acima)/iu,
  /(?:negeer|vergeet)\s(?:alle\s|de\s|je\s)*(?:vorige|voorgaande|eerdere|bovenstaande)\s(?:instructies|opdrachten)/iu,
  /(?:ignorera|glöm)\s(?:alla\s|de\s|dina\s)*(?:tidigare|föregående)\sinstruktioner/iu,
  /(?:игнорируй(?:те)?|забудь(?:те)?)\s(?:все\s)?(?:предыдущие|прежние|прошлые)\s(?:инструкции|указания)/iu,
  /(?:zignoruj|zapomnij)\s(?:wszystkie\s)?(?:poprzednie|wcześniejsze)\s(?:instrukcje|polecenia)/iu,
  /(?:以前|これまで|上記|前)の(?:すべての)?(?:指示|命令)を(?:無視|忘れ)|忽略(?:之前|以上|前面)的?(?:所有)?(?:指令|指示|提示)/u,
];

/** Returns a phrase that addresses a language model, if the text contains one. */
export function promptInjectionIn(text: string): string | undefined {
  const plain = text.replace(/\s+/g, ' ');
  for (const pattern of ADDRESSED) {
    const [found] = pattern.exec(plain) ?? [];
    if (found !== undefined) return found.trim().slice(0, 120);
  }
  return undefined;
}

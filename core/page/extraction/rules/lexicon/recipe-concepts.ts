import type { ConceptRow } from './concept';

/** What recipes state. */
export const recipeConcepts: readonly ConceptRow[] = [
  [
    'ingredients',
    'list',
    'ingredients, ingredient list, recipe ingredients, ingredient lines',
    'ingredients, ingredient list, what you need, what you’ll need, you will need, shopping list, zutaten, zutatenliste, ingrédients, ingredientes, ingredienti, ingrediënten, składniki, ингредиенты, продукты, состав, 材料, 食材, 配料, 재료, ingredienser, ainekset, suroviny, ingrediencie, ingrediente, hozzávalók, malzemeler, υλικά, інгредієнти, nguyên liệu',
    'recipeIngredient, ingredients, supply.name',
  ],
  [
    'instructions',
    'list',
    'instructions, steps, directions, method, preparation, recipe instructions, preparation steps, procedure, how to',
    'instructions, directions, method, steps, preparation, procedure, how to make it, how to make, preparation method, the method, cooking instructions, zubereitung, anleitung, arbeitsschritte, so geht’s, préparation, étapes, réalisation, recette, preparación, elaboración, instrucciones, pasos, preparazione, procedimento, come fare, modo de preparo, modo de preparação, preparo, bereiding, bereidingswijze, instructies, werkwijze, aan de slag, przygotowanie, sposób przygotowania, wykonanie, приготовление, способ приготовления, инструкция, рецепт приготовления, 作り方, 手順, 做法, 步骤, 製作, 만드는 법, 조리순서, instruktioner, gör så här, fremgangsmåde, framgangsmåte, slik gjør du, tilberedning, valmistusohje, valmistus, postup, postup přípravy, elkészítés, mod de preparare, preparare, yapılışı, hazırlanışı, εκτέλεση, приготування, cách làm',
    'recipeInstructions.text, recipeInstructions.itemListElement.text, recipeInstructions.itemListElement.itemListElement.text, recipeInstructions, step.text, step.itemListElement.text',
  ],
  [
    'totalTime',
    'duration',
    'total time, time, total minutes, total time minutes, ready in, time needed, total duration',
    'total time, total, ready in, time, overall time, gesamtzeit, gesamt, zeit, dauer, zeitaufwand, temps total, durée totale, durée, temps, tiempo total, tiempo, tempo totale, tempo total, tempo, totale tijd, totaaltijd, tijd, czas, łączny czas, czas całkowity, czas przygotowania, общее время, время приготовления, время, 所要時間, 調理時間, 总时间, 总耗时, 時間, 소요시간, 조리시간, total tid, tid, kokonaisaika, celkový čas, doba přípravy, elkészítési idő, timp total, toplam süre, συνολικός χρόνος',
    'totalTime, duration, timeRequired',
  ],
  [
    'prepTime',
    'duration',
    'prep time, preparation time, prep, active time, hands on time',
    'prep time, prep, preparation time, preparation, active time, hands-on time, hands on time, active, vorbereitungszeit, vorbereitung, arbeitszeit, zubereitungszeit, temps de préparation, préparation, tiempo de preparación, preparación, preparazione, tempo di preparazione, tempo de preparo, preparo, bereidingstijd, voorbereidingstijd, czas przygotowania, время подготовки, подготовка, 準備時間, 下準備, 准备时间, 준비 시간, forberedelsestid, příprava, timp de preparare, hazırlık süresi',
    'prepTime',
  ],
  [
    'cookTime',
    'duration',
    'cook time, cooking time, bake time, baking time, cook',
    'cook time, cooking time, cook, cooking, bake time, baking time, bake, grill time, kochzeit, backzeit, koch-/backzeit, kochen, garzeit, temps de cuisson, cuisson, tiempo de cocción, cocción, cottura, tempo di cottura, tempo de cozimento, cozimento, kooktijd, baktijd, oventijd, czas gotowania, czas pieczenia, время варки, время готовки, 加熱時間, 烹饪时间, 조리 시간, koketid, steketid, doba vaření, pečení, timp de gătire, pişirme süresi',
    'cookTime, performTime',
  ],
  [
    'yields',
    'text',
    'yields, yield, servings, serves, portions, recipe yield, serving size, number of servings, makes',
    'yield, yields, serves, servings, makes, portions, number of servings, serving, für, portionen, anzahl portionen, ergibt, personen, rendement, pour, portions, personnes, nombre de personnes, parts, raciones, porciones, comensales, rinde, personas, dosi per, dosi, porzioni, persone, per, rende, porções, rendimento, pessoas, porties, personen, aantal personen, voor, porcje, liczba porcji, porcji, порции, порций, количество порций, на сколько порций, 人分, 分量, 人数, 份量, 인분, porsjoner, portioner, antal portioner, annokset, annoksia, porce, počet porcí, porcie, adag, porții, kişilik, μερίδες',
    'recipeYield, yield',
  ],
  [
    'calories',
    'text',
    'calories, kcal, energy',
    'calories, kcal, energy, kalorien, brennwert, calorías, calorie, calorias, calorieën, kalorie, калории, калорийность, カロリー, 热量, 칼로리, energie',
    'nutrition.calories',
  ],
  [
    'cuisine',
    'text',
    'cuisine, recipe cuisine',
    'cuisine, küche, cocina, cucina, cozinha, keuken, kuchnia, кухня, 菜系',
    'recipeCuisine, servesCuisine',
  ],
  [
    'course',
    'text',
    'course, recipe category, meal type, dish type',
    'course, gang, type de plat, plato, portata, gerecht, danie, блюдо',
    'recipeCategory',
  ],
  [
    'difficulty',
    'text',
    'difficulty, skill level, difficulty level',
    'difficulty, skill level, level, schwierigkeit, schwierigkeitsgrad, difficulté, dificultad, difficoltà, dificuldade, moeilijkheid, moeilijkheidsgraad, trudność, poziom trudności, сложность, 難易度, 难度, 난이도, svårighetsgrad, náročnost',
    'difficulty, educationalLevel',
  ],
  [
    'keywords',
    'list',
    'keywords, tags',
    'tags, keywords, schlagwörter, schlagworte, mots-clés, etiquetas, palabras clave, tag, parole chiave, palavras-chave, trefwoorden, tagi, słowa kluczowe, теги, タグ, 标签, 關鍵詞, 태그, nøkkelord, filed under, topics, themen',
    'keywords',
    'article:tag, keywords, news_keywords',
  ],
];
